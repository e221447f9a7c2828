package dev.uketsuke.submissions;

import dev.uketsuke.startup.Limits;
import dev.uketsuke.startup.TrueOrFalse;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.util.Optional;

/** Which idempotency keys are accepted for new applications, and how many. */
@ConfigMapping(prefix = "uketsuke")
interface NewKeySettings {

  /**
   * Whether submission tokens are the only keys accepted, {@code
   * UKETSUKE_SUBMISSION_TOKENS_REQUIRED}. Other keys that were used before the setting was switched
   * on are still replayed, so that no retry is refused.
   */
  @WithName("submission-tokens.required")
  @WithDefault("false")
  @WithConverter(TrueOrFalse.class)
  boolean tokensRequired();

  /**
   * How many new keys an account may use in a minute, {@code UKETSUKE_NEW_KEYS_PER_MINUTE}, over
   * all instances. Without it there is no limit. Replays and inquiries are always answered.
   */
  Optional<@Limits(least = "1", most = "999999999") Integer> newKeysPerMinute();
}
