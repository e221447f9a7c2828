package dev.uketsuke.outbox;

import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long messages out stay. */
@ConfigMapping(prefix = "uketsuke.outbox")
public interface OutboxSettings {

  /**
   * How long a sent message is kept, and an event that has no broker to go to, {@code
   * UKETSUKE_OUTBOX_RETENTION}.
   */
  @WithDefault("P7D")
  @WithConverter(Retention.class)
  Duration retention();

  /** From an hour on. */
  @RegisterForReflection
  final class Retention extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Retention() {
      super("UKETSUKE_OUTBOX_RETENTION", Duration.ofHours(1), Duration.ofDays(3650));
    }
  }
}
