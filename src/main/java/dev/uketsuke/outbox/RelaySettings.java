package dev.uketsuke.outbox;

import dev.uketsuke.startup.CountReading;
import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
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
  @WithConverter(Every.class)
  Duration every();

  /**
   * How many attempts a message gets before it is parked, {@code UKETSUKE_RELAY_ATTEMPTS}. Those
   * that never reached the far side because it was down for everybody do not count. With the other
   * defaults twenty take half an hour: longer than a far side that answers with errors usually
   * does.
   */
  @WithDefault("20")
  @WithConverter(Attempts.class)
  int attempts();

  /**
   * Bound of the wait after the first attempt, {@code UKETSUKE_RELAY_BACK_OFF}; it doubles with
   * each.
   */
  @WithDefault("PT1S")
  @WithConverter(BackOff.class)
  Duration backOff();

  /** What that bound grows to, {@code UKETSUKE_RELAY_BACK_OFF_MOST}. */
  @WithDefault("PT5M")
  @WithConverter(BackOffMost.class)
  Duration backOffMost();

  /**
   * How long a claimed message is left to the process that claimed it, {@code
   * UKETSUKE_RELAY_LEASE}: longer than a delivery can take, so that a second process takes over
   * only from one that died.
   */
  @WithDefault("PT30S")
  @WithConverter(Lease.class)
  Duration lease();

  /** One run ends after so long, {@code UKETSUKE_RELAY_RUN}, even if more is due. */
  @WithDefault("PT20S")
  @WithConverter(Run.class)
  Duration run();

  /** From what the scheduler can do to what makes sense. */
  @RegisterForReflection
  final class Every extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Every() {
      super("UKETSUKE_RELAY_EVERY", Duration.ofSeconds(1), Duration.ofDays(1));
    }
  }

  /** At least one. */
  @RegisterForReflection
  final class Attempts extends CountReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Attempts() {
      super("UKETSUKE_RELAY_ATTEMPTS");
    }
  }

  /** Short enough to notice that the far side is back. */
  @RegisterForReflection
  final class BackOff extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public BackOff() {
      super("UKETSUKE_RELAY_BACK_OFF", Duration.ofMillis(10), Duration.ofHours(1));
    }
  }

  /** At most a day: a message is to be parked while people still remember it. */
  @RegisterForReflection
  final class BackOffMost extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public BackOffMost() {
      super("UKETSUKE_RELAY_BACK_OFF_MOST", Duration.ofMillis(10), Duration.ofDays(1));
    }
  }

  /** Shorter than a second, nothing could be delivered in it. */
  @RegisterForReflection
  final class Lease extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Lease() {
      super("UKETSUKE_RELAY_LEASE", Duration.ofSeconds(1), Duration.ofHours(1));
    }
  }

  /** Bounded, for a request may wait for it. */
  @RegisterForReflection
  final class Run extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Run() {
      super("UKETSUKE_RELAY_RUN", Duration.ofSeconds(1), Duration.ofHours(1));
    }
  }
}
