package dev.uketsuke.submissions;

import dev.uketsuke.idempotency.IdempotencyKey;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/**
 * A token as it is handed to the client, the only time it is seen in clear.
 *
 * @param token begins with {@code st_}
 * @param expiresAt from this instant on it is refused, unless it was spent before
 */
@RegisterForReflection
record SubmissionToken(String token, Instant expiresAt) {

  /** Does not show the token, so that it cannot slip into a log. */
  @Override
  public String toString() {
    return "SubmissionToken#" + new IdempotencyKey(token).hash();
  }
}
