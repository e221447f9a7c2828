package dev.uketsuke.accounts;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long, and how many, verified access tokens are remembered. */
@ConfigMapping(prefix = "uketsuke.token-cache")
interface TokenCacheSettings {

  /**
   * How long a verified token is not verified again, {@code UKETSUKE_TOKEN_CACHE_LIFETIME}, never
   * beyond its own {@code exp}. {@code PT0S} verifies each request anew.
   */
  @WithDefault("PT30S")
  @Limits(least = "PT0S", most = "PT30S")
  Duration lifetime();

  /**
   * How many verified tokens are remembered at most, {@code UKETSUKE_TOKEN_CACHE_SIZE}. When there
   * are more, some of them are verified each time.
   */
  @WithDefault("10000")
  @Limits(least = "1", most = "1000000")
  int size();
}
