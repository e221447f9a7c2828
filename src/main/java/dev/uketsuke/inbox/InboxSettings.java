package dev.uketsuke.inbox;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long a received message is recognised when it is delivered again. */
@ConfigMapping(prefix = "uketsuke.inbox")
public interface InboxSettings {

  /**
   * How long the id of an applied message is remembered, {@code UKETSUKE_INBOX_RETENTION}. It must
   * be longer than any sender may take to deliver again, and than the broker keeps messages.
   */
  @WithDefault("P7D")
  @Limits(least = "PT1H", most = "P3650D")
  Duration retention();

  /**
   * How long the broker may take to say how long it keeps messages, {@code
   * UKETSUKE_INBOX_BROKER_TIMEOUT}; then it is not known, and is asked again later.
   */
  @WithDefault("PT2S")
  @Limits(least = "PT0.01S", most = "PT1M")
  Duration brokerTimeout();
}
