package dev.uketsuke.kafka;

import dev.uketsuke.startup.Limits;
import dev.uketsuke.startup.TrueOrFalse;
import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

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

  /**
   * For how long nothing of a topic has to be settled, although there is something to read, before
   * reconciliation lists the topic, {@code UKETSUKE_KAFKA_UNREAD_AFTER}.
   */
  @WithDefault("PT5M")
  @Limits(least = "PT1S", most = "P1D")
  Duration unreadAfter();
}
