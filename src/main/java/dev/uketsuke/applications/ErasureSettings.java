package dev.uketsuke.applications;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.Optional;

/** How long personal data is kept. */
@ConfigMapping(prefix = "uketsuke")
interface ErasureSettings {

  /**
   * How long after an application has reached a final status its recipient and client reference are
   * erased, {@code UKETSUKE_DATA_RETENTION}. Without this setting nothing is erased. Resends are
   * recognised after the erasure, too.
   */
  Optional<@Limits(least = "PT1S", most = "P36500D") Duration> dataRetention();
}
