package dev.uketsuke.accounts;

import io.quarkus.oidc.OIDCException;
import io.vertx.core.VertxException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Checks whether authentication failed because the identity provider could not be reached, as
 * opposed to an invalid credential.
 */
final class ProviderOutage {
  private ProviderOutage() {}

  /**
   * Checks whether the provider did not answer, or gave an answer with which nothing can be
   * checked.
   */
  static boolean caused(Throwable failure) {
    return isUnreachable(failure) || has(failure, OIDCException.class::isInstance);
  }

  /** Checks whether the identity provider did not answer at all. */
  static boolean isUnreachable(Throwable failure) {
    return has(
        failure,
        cause ->
            cause instanceof IOException
                || cause instanceof TimeoutException
                || cause instanceof VertxException);
  }

  private static boolean has(Throwable failure, Predicate<Throwable> kind) {
    // The depth is bounded, because a chain of causes could form a loop.
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
