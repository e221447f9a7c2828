package dev.uketsuke.inbox;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long received messages are recognised when they come again. */
@ConfigMapping(prefix = "uketsuke.inbox")
public interface InboxSettings {

  /**
   * How long the id of an applied message is remembered, {@code UKETSUKE_INBOX_RETENTION}. It must
   * be longer than the time in which a sender may repeat a message, and than the broker's
   * retention.
   */
  @WithDefault("P7D")
  @Limits(least = "PT1H", most = "P3650D")
  Duration retention();

  /**
   * How long to wait for the broker's answer on its retention, {@code
   * UKETSUKE_INBOX_BROKER_TIMEOUT}. Without an answer in time the broker is asked again later.
   */
  @WithDefault("PT2S")
  @Limits(least = "PT0.01S", most = "PT1M")
  Duration brokerTimeout();
}
