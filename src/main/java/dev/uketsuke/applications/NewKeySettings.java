package dev.uketsuke.applications;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import jakarta.validation.constraints.Positive;
import java.util.OptionalInt;

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
  boolean tokensRequired();

  /**
   * How many new keys an account may use in a minute, {@code UKETSUKE_NEW_KEYS_PER_MINUTE}; without
   * it there is no ceiling and nothing is counted. Replays and inquiries are always answered.
   */
  @Positive OptionalInt newKeysPerMinute();
}
