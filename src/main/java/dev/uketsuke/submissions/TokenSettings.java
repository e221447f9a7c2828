package dev.uketsuke.submissions;

import dev.uketsuke.startup.CountReading;
import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
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
  @WithConverter(Lifetime.class)
  Duration lifetime();

  /**
   * How many tokens neither spent nor expired an account may have, {@code
   * UKETSUKE_SUBMISSION_TOKENS_MAX_LIVE}: enough for the forms that one account has open at a time,
   * too few to fill the table.
   */
  @WithDefault("100")
  @WithConverter(MaxLive.class)
  int maxLive();

  /** Bounds: below a second nobody can use it, above a day a client had better make its own key. */
  @RegisterForReflection
  final class Lifetime extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Lifetime() {
      super("UKETSUKE_SUBMISSION_TOKENS_LIFETIME", Duration.ofSeconds(1), Duration.ofDays(1));
    }
  }

  /** At least one. */
  @RegisterForReflection
  final class MaxLive extends CountReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public MaxLive() {
      super("UKETSUKE_SUBMISSION_TOKENS_MAX_LIVE");
    }
  }
}
