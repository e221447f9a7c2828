package dev.uketsuke.outbox;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long messages out stay. */
@ConfigMapping(prefix = "uketsuke.outbox")
public interface OutboxSettings {

  /**
   * How long a sent message is kept, and an event that nobody is to publish, {@code
   * UKETSUKE_OUTBOX_RETENTION}.
   */
  @WithDefault("P7D")
  @Limits(least = "PT1H", most = "P3650D")
  Duration retention();
}
