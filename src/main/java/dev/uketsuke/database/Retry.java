package dev.uketsuke.database;

import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Repeats work that PostgreSQL has rolled back for a temporary reason, such as a deadlock.
 *
 * <p>Guarantee: the number of attempts is bounded, the pauses have jitter, and work is repeated
 * only after a certain rollback, so it is never done twice.
 */
final class Retry {

  private static final int ATTEMPTS = 4;
  private static final int PAUSE_MILLIS = 20;

  private Retry() {}

  /** Work that takes effect as a whole or not at all. */
  @FunctionalInterface
  interface Work<T> {
    /** Does the work once and returns its result. */
    T run() throws SQLException;
  }

  /**
   * Runs the work until it succeeds, at most {@link #ATTEMPTS} times.
   *
   * @return the result of the successful run
   * @throws SQLException the failure of the last attempt, or the first that is not a certain
   *     rollback
   */
  static <T> T onRollback(Work<T> work) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return work.run();
      } catch (SQLException e) {
        if (!isRepeatable(DatabaseFailure.of(e)) || attempt == ATTEMPTS) {
          throw e;
        }
        pause(attempt);
      }
    }
  }

  private static boolean isRepeatable(DatabaseFailure failure) {
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
