package dev.uketsuke.outbox;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the relay delivers messages out. */
@ConfigMapping(prefix = "uketsuke.relay")
interface RelaySettings {

  /**
   * How often each worker looks for messages if no commit in this process wakes it, {@code
   * UKETSUKE_RELAY_EVERY}.
   */
  @WithDefault("PT1S")
  @Limits(least = "PT1S", most = "P1D")
  Duration every();

  /**
   * How many attempts a message gets before it is parked, {@code UKETSUKE_RELAY_ATTEMPTS}. An
   * attempt that found the destination unavailable is not counted. With the other defaults twenty
   * attempts take half an hour, which is longer than most passing failures.
   */
  @WithDefault("20")
  @Limits(least = "1", most = "999999999")
  int attempts();

  /**
   * The longest wait after the first attempt, {@code UKETSUKE_RELAY_BACK_OFF}; it doubles with each
   * attempt. The same applies to the probes of an unavailable destination.
   */
  @WithDefault("PT1S")
  @Limits(least = "PT0.01S", most = "PT1H")
  Duration backOff();

  /**
   * The greatest value of the longest wait, {@code UKETSUKE_RELAY_BACK_OFF_MOST}; for the probes of
   * an unavailable destination it is never more than 30 seconds.
   */
  @WithDefault("PT5M")
  @Limits(least = "PT0.01S", most = "P1D")
  Duration backOffMost();

  /**
   * How long a claimed message is reserved for the process that claimed it, {@code
   * UKETSUKE_RELAY_LEASE}. It must be longer than a delivery can take including its waits for
   * database connections, so that another process takes over only from one that died.
   */
  @WithDefault("PT30S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration lease();

  /**
   * How long one run of the relay takes at most, {@code UKETSUKE_RELAY_RUN}, even if more is due.
   */
  @WithDefault("PT20S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration run();
}
