package dev.uketsuke.kafka;

import dev.uketsuke.startup.TrueOrFalse;
import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** Whether this process consumes messages from the broker. */
@ConfigMapping(prefix = "uketsuke.kafka")
@Unremovable
interface KafkaSettings {

  /**
   * Whether this process consumes messages from the broker, {@code UKETSUKE_KAFKA_CONSUME}. Without
   * a broker nothing is consumed in any case.
   */
  @WithDefault("true")
  @WithConverter(TrueOrFalse.class)
  boolean consume();
}
