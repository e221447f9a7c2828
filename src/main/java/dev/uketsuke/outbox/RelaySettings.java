package dev.uketsuke.outbox;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the relay takes messages out. */
@ConfigMapping(prefix = "uketsuke.relay")
interface RelaySettings {

  /**
   * How often it looks for messages, {@code UKETSUKE_RELAY_EVERY}, ISO 8601, from a second to a
   * day.
   */
  @WithDefault("PT1S")
  @Limits(least = "PT1S", most = "P1D")
  Duration every();

  /**
   * How many attempts a message gets before it is parked, {@code UKETSUKE_RELAY_ATTEMPTS}. Those
   * that never reached the far side because it was down for everybody do not count. With the other
   * defaults twenty take half an hour: longer than a far side that answers with errors usually
   * does.
   */
  @WithDefault("20")
  @Limits(least = "1", most = "999999999")
  int attempts();

  /**
   * Bound of the wait after the first attempt, {@code UKETSUKE_RELAY_BACK_OFF}; it doubles with
   * each.
   */
  @WithDefault("PT1S")
  @Limits(least = "PT0.01S", most = "PT1H")
  Duration backOff();

  /** What that bound grows to, {@code UKETSUKE_RELAY_BACK_OFF_MOST}. */
  @WithDefault("PT5M")
  @Limits(least = "PT0.01S", most = "P1D")
  Duration backOffMost();

  /**
   * How long a claimed message is left to the process that claimed it, {@code
   * UKETSUKE_RELAY_LEASE}: longer than a delivery can take, so that a second process takes over
   * only from one that died.
   */
  @WithDefault("PT30S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration lease();

  /** One run ends after so long, {@code UKETSUKE_RELAY_RUN}, even if more is due. */
  @WithDefault("PT20S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration run();
}
