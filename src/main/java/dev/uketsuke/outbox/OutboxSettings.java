package dev.uketsuke.outbox;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long messages out are kept. */
@ConfigMapping(prefix = "uketsuke.outbox")
public interface OutboxSettings {

  /**
   * How long a sent message is kept, {@code UKETSUKE_OUTBOX_RETENTION}. It is also how long an
   * unsent event is kept while events are not wanted.
   */
  @WithDefault("P7D")
  @Limits(least = "PT1H", most = "P3650D")
  Duration retention();
}
