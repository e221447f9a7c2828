package dev.uketsuke.database;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/**
 * What a failed statement says about the work it was to do, read from its SQLSTATE.
 *
 * <p>Guarantee: only a state in which PostgreSQL has certainly rolled back is called definite; a
 * time-out or a lost connection is never taken for success or for "nothing happened" (P6).
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">SQLSTATE codes</a>
 */
public enum DatabaseFailure {
  /**
   * Rolled back because of another transaction (40001, 40P01), or because the prepared statement
   * was out of date (26000, or 0A000 after a migration changed a column's type): the same work may
   * be done again at once.
   */
  RETRYABLE,
  /**
   * The connection had outlived its use and the work was rolled back or not even begun: the server
   * had become read-only (25006), or had ended a session that was idle for too long (57P05, 25P03).
   * The same work may be done again on another connection.
   */
  STALE,
  /** Another transaction held what we wanted for longer than {@code lock_timeout} (55P03). */
  LOCKED,
  /** Connection lost, cancelled or shut down in the middle: the work may or may not be done. */
  UNKNOWN,
  /**
   * The server refused the log-in (class 28, 3D000, 57P03) or lacks the means (class 53), or it
   * ended the transaction because that took too long in all (25P04): nothing was done.
   */
  UNAVAILABLE,
  /** A fault of ours, such as a broken constraint: nothing was done. */
  FAULT;

  /**
   * Classifies a failure.
   *
   * @param failure what the driver threw; not null
   * @return its meaning; a failure without an SQLSTATE is {@link #UNKNOWN}
   */
  public static DatabaseFailure of(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null || state.length() != 5) {
      return UNKNOWN;
    }
    return switch (state) {
      case "40001", "40P01", "26000" -> RETRYABLE;
      case "0A000" -> isOutdatedPlan(failure) ? RETRYABLE : FAULT;
      case "55P03" -> LOCKED;
      case "40003", "57014" -> UNKNOWN;
      case "25006", "25P03", "57P05" -> STALE;
      case "25P04", "3D000", "57P03" -> UNAVAILABLE;
      default ->
          switch (state.substring(0, 2)) {
            case "08", "57", "58", "XX" -> UNKNOWN;
            case "28", "53" -> UNAVAILABLE;
            default -> FAULT;
          };
    };
  }

  /** Whether the driver's prepared statement gave the columns types that they no longer have. */
  private static boolean isOutdatedPlan(SQLException failure) {
    return failure instanceof PSQLException told
        && told.getServerErrorMessage() != null
        && "RevalidateCachedQuery".equals(told.getServerErrorMessage().getRoutine());
  }

  /**
   * Finds the driver's failure under whatever wraps it.
   *
   * @param thrown any throwable; may be null
   * @return the first {@link SQLException} in the chain of causes, or null
   */
  public static SQLException sqlCause(Throwable thrown) {
    Throwable t = thrown;
    for (int depth = 0; t != null && depth < 20; depth++, t = t.getCause()) {
      if (t instanceof SQLException sql) {
        return sql;
      }
    }
    return null;
  }
}
