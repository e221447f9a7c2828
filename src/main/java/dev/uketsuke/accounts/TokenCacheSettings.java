package dev.uketsuke.accounts;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long a verified access token is taken as verified. */
@ConfigMapping(prefix = "uketsuke.token-cache")
interface TokenCacheSettings {

  /**
   * How long a token is not verified again, ISO 8601, at most 30 seconds and never beyond its own
   * {@code exp}; {@code PT0S} verifies each request anew.
   */
  @WithDefault("PT30S")
  @Limits(least = "PT0S", most = "PT30S")
  Duration lifetime();

  /** How many tokens are remembered at most; further ones are verified each time. */
  @WithDefault("10000")
  @Limits(least = "1", most = "1000000")
  int size();
}
