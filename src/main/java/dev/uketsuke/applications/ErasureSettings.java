package dev.uketsuke.applications;

import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import java.time.Duration;
import java.util.Optional;

/** How long personal content is kept. */
@ConfigMapping(prefix = "uketsuke")
interface ErasureSettings {

  /**
   * How long after an application has reached a final status its recipient and client reference are
   * erased, {@code UKETSUKE_DATA_RETENTION}, ISO 8601; without it nothing is. Days are of 24 hours.
   */
  @WithConverter(DataRetention.class)
  Optional<Duration> dataRetention();

  /** Any time from a second up: it depends on the law, not on us. */
  @RegisterForReflection
  final class DataRetention extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public DataRetention() {
      super("UKETSUKE_DATA_RETENTION", Duration.ofSeconds(1), Duration.ofDays(36_500));
    }
  }
}
