package dev.uketsuke.submissions;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long submission tokens are good, and how many there may be. */
@ConfigMapping(prefix = "uketsuke.submission-tokens")
interface TokenSettings {

  /**
   * How long a token is good for its first submission, {@code UKETSUKE_SUBMISSION_TOKENS_LIFETIME},
   * ISO 8601, from one second to a day. Once spent it is replayed like any key.
   */
  @WithDefault("PT5M")
  @Limits(least = "PT1S", most = "P1D")
  Duration lifetime();

  /**
   * How many tokens neither spent nor expired an account may have, {@code
   * UKETSUKE_SUBMISSION_TOKENS_MAX_LIVE}: enough for the forms that one account has open at a time,
   * too few to fill the table.
   */
  @WithDefault("100")
  @Limits(least = "1", most = "999999999")
  int maxLive();
}
