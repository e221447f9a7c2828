package dev.uketsuke.submissions;

import dev.uketsuke.idempotency.IdempotencyKey;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/**
 * A submission token as the client receives it; afterwards only its digest is stored.
 *
 * @param token the token, which begins with {@code st_}
 * @param expiresAt the time from which the token is refused, unless it was spent before
 */
@RegisterForReflection
record SubmissionToken(String token, Instant expiresAt) {

  /** Returns a text without the token, so that the token cannot get into a log. */
  @Override
  public String toString() {
    return "SubmissionToken#" + new IdempotencyKey(token).hash();
  }
}
