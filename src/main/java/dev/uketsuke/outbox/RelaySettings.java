package dev.uketsuke.outbox;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the relay delivers messages out. */
@ConfigMapping(prefix = "uketsuke.relay")
interface RelaySettings {

  /**
   * How often each worker looks for messages that no commit woke it for, {@code
   * UKETSUKE_RELAY_EVERY}.
   */
  @WithDefault("PT1S")
  @Limits(least = "PT1S", most = "P1D")
  Duration every();

  /**
   * How many attempts a message gets before it is parked, {@code UKETSUKE_RELAY_ATTEMPTS}. An
   * attempt that found the destination unavailable does not count. With the other defaults twenty
   * attempts take half an hour, which is longer than most answers stay unclear.
   */
  @WithDefault("20")
  @Limits(least = "1", most = "999999999")
  int attempts();

  /**
   * The bound of the wait after the first attempt, {@code UKETSUKE_RELAY_BACK_OFF}; it doubles with
   * each attempt. The same holds for a destination that is unavailable.
   */
  @WithDefault("PT1S")
  @Limits(least = "PT0.01S", most = "PT1H")
  Duration backOff();

  /**
   * What that bound grows to, {@code UKETSUKE_RELAY_BACK_OFF_MOST}; for a destination that is
   * unavailable at most 30 seconds.
   */
  @WithDefault("PT5M")
  @Limits(least = "PT0.01S", most = "P1D")
  Duration backOffMost();

  /**
   * How long a claimed message is left to the process that claimed it, {@code
   * UKETSUKE_RELAY_LEASE}. It is longer than a delivery can take with its waits for a database
   * connection, so that a second process takes over only from one that died.
   */
  @WithDefault("PT30S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration lease();

  /** One run ends after so long, {@code UKETSUKE_RELAY_RUN}, even if more is due. */
  @WithDefault("PT20S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration run();
}
