package dev.uketsuke.submissions;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long a submission can be repeated. */
@ConfigMapping(prefix = "uketsuke")
public interface SubmissionSettings {
  /**
   * How long after its first use an idempotency key is replayed, {@code UKETSUKE_KEY_RETENTION}.
   * Afterwards the key is refused as expired. A change of the setting applies to keys that are
   * first used after it; older keys keep their expiry.
   */
  @WithDefault("P30D")
  @Limits(least = "PT1H", most = "P36500D")
  Duration keyRetention();
}
