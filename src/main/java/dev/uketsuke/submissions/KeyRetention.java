package dev.uketsuke.submissions;

import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;

/**
 * Reads the retention of keys and refuses one too short or too long to make sense.
 *
 * <p>Rules out a key that expires while its client still retries, which would turn a retry into a
 * refusal, and a moment of expiry that no calendar holds.
 */
@RegisterForReflection
public final class KeyRetention extends DurationReading {
  private static final long serialVersionUID = 1L;

  /** Called by the configuration library, by reflection; hence public. */
  public KeyRetention() {
    super("UKETSUKE_KEY_RETENTION", Duration.ofHours(1), Duration.ofDays(36_500));
  }
}
