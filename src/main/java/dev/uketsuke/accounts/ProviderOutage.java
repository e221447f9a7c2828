package dev.uketsuke.accounts;

import io.quarkus.oidc.OIDCException;
import io.vertx.core.VertxException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Tells a credential that could not be checked from one that was checked and found invalid. */
final class ProviderOutage {
  private ProviderOutage() {}

  static boolean caused(Throwable failure) {
    // Bounded, should a chain of causes ever be a ring.
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++) {
      if (cause instanceof OIDCException
          || cause instanceof IOException
          || cause instanceof TimeoutException
          || cause instanceof VertxException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
