package dev.uketsuke.submissions;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long a submission can be sent again. */
@ConfigMapping(prefix = "uketsuke")
public interface SubmissionSettings {
  /**
   * How long after its first use an idempotency key is replayed, {@code UKETSUKE_KEY_RETENTION},
   * ISO 8601; 30 days by default, at least one hour. Afterwards the key is refused as expired. A
   * change holds for keys used from then on: each key keeps the end it was given.
   */
  @WithDefault("P30D")
  @Limits(least = "PT1H", most = "P36500D")
  Duration keyRetention();
}
