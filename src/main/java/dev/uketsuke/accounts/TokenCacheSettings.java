package dev.uketsuke.accounts;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** How long a verified access token is taken as verified. */
@ConfigMapping(prefix = "uketsuke.token-cache")
interface TokenCacheSettings {

  /**
   * How long a token is not verified again, ISO 8601, at most 30 seconds and never beyond its own
   * {@code exp}; {@code PT0S} verifies each request anew.
   */
  @WithDefault("PT30S")
  @DurationMin(seconds = 0)
  @DurationMax(seconds = 30)
  Duration lifetime();

  /** How many tokens are remembered at most; further ones are verified each time. */
  @WithDefault("10000")
  @Min(1) @Max(1_000_000) int size();
}
