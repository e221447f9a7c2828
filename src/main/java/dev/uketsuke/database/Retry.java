package dev.uketsuke.database;

import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Does the same work again when PostgreSQL has rolled it back for a reason that passes.
 *
 * <p>Guarantee: bounded, with jitter, and only after a certain rollback. Rules out both a deadlock
 * shown to the client and work done twice.
 */
final class Retry {

  private static final int ATTEMPTS = 4;
  private static final int PAUSE_MILLIS = 20;

  private Retry() {}

  /** Work that is all done or all undone. */
  @FunctionalInterface
  interface Work<T> {
    /** Does it once. */
    T run() throws SQLException;
  }

  /**
   * Runs the work, again if need be.
   *
   * @return what the first successful run returned
   * @throws SQLException the last failure; any other than a certain rollback at once
   */
  static <T> T onRollback(Work<T> work) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return work.run();
      } catch (SQLException e) {
        if (!isWorthAnother(DatabaseFailure.of(e)) || attempt == ATTEMPTS) {
          throw e;
        }
        pause(attempt);
      }
    }
  }

  private static boolean isWorthAnother(DatabaseFailure failure) {
    return switch (failure) {
      case RETRYABLE, STALE -> true;
      case LOCKED, UNKNOWN, UNAVAILABLE, FAULT -> false;
    };
  }

  private static void pause(int attempt) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, PAUSE_MILLIS * attempt + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
