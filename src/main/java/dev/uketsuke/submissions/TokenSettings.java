package dev.uketsuke.submissions;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long submission tokens are valid, and how many an account may have. */
@ConfigMapping(prefix = "uketsuke.submission-tokens")
interface TokenSettings {

  /**
   * How long a token can be used for a first submission, {@code
   * UKETSUKE_SUBMISSION_TOKENS_LIFETIME}. A spent token is replayed like any other key.
   */
  @WithDefault("PT5M")
  @Limits(least = "PT1S", most = "P1D")
  Duration lifetime();

  /**
   * How many tokens an account may have that are neither spent nor expired, {@code
   * UKETSUKE_SUBMISSION_TOKENS_MAX_LIVE}.
   */
  @WithDefault("100")
  @Limits(least = "1", most = "999999999")
  int maxLive();
}
