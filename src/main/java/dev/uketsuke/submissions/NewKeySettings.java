package dev.uketsuke.submissions;

import dev.uketsuke.startup.CountReading;
import dev.uketsuke.startup.FlagReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.util.Optional;

/** Which keys are taken for a new application, and how many. */
@ConfigMapping(prefix = "uketsuke")
interface NewKeySettings {

  /**
   * Whether submission tokens are the only keys accepted, {@code
   * UKETSUKE_SUBMISSION_TOKENS_REQUIRED}. Other keys used before are still replayed, so that
   * switching this on turns no retry that is under way into a refusal.
   */
  @WithName("submission-tokens.required")
  @WithDefault("false")
  @WithConverter(FlagReading.class)
  boolean tokensRequired();

  /**
   * How many new keys an account may use in a minute, {@code UKETSUKE_NEW_KEYS_PER_MINUTE}; without
   * it there is no ceiling and nothing is counted. Replays and inquiries are always answered.
   */
  @WithConverter(PerMinute.class)
  Optional<Integer> newKeysPerMinute();

  /** At least one. */
  @RegisterForReflection
  final class PerMinute extends CountReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public PerMinute() {
      super("UKETSUKE_NEW_KEYS_PER_MINUTE");
    }
  }
}
