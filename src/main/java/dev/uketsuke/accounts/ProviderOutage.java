package dev.uketsuke.accounts;

import io.quarkus.oidc.OIDCException;
import io.vertx.core.VertxException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Tells a credential that could not be checked from one that was checked and found invalid. */
final class ProviderOutage {
  private ProviderOutage() {}

  /** Checks whether the provider was away, or answered what made it impossible to check. */
  static boolean caused(Throwable failure) {
    return isUnreachable(failure) || has(failure, OIDCException.class::isInstance);
  }

  /** Checks whether the provider was away: it did not answer at all. */
  static boolean isUnreachable(Throwable failure) {
    return has(
        failure,
        cause ->
            cause instanceof IOException
                || cause instanceof TimeoutException
                || cause instanceof VertxException);
  }

  private static boolean has(Throwable failure, Predicate<Throwable> kind) {
    // Bounded, should a chain of causes ever be a ring.
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++) {
      if (kind.test(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
