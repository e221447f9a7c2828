package dev.uketsuke.database;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/**
 * The meaning of a failed statement for the work that it was part of, read from its SQLSTATE.
 *
 * <p>Guarantee: a failure counts as rolled back only if PostgreSQL has certainly rolled back. A
 * time-out or a lost connection is never taken for success or for "nothing happened" (P6).
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">SQLSTATE codes</a>
 */
public enum DatabaseFailure {
  /**
   * The work was rolled back because of another transaction (40001, 40P01) or because a prepared
   * statement was out of date (26000, or 0A000 after a migration changed the type of a column). The
   * same work may be done again at once.
   */
  RETRYABLE,
  /**
   * The connection was no longer usable, and the work was rolled back or not begun: the server had
   * become read-only (25006) or had ended a session that was idle for too long (57P05, 25P03). The
   * same work may be done again on another connection.
   */
  STALE,
  /** Another transaction held a lock for longer than {@code lock_timeout} (55P03). */
  LOCKED,
  /**
   * The connection was lost, or the statement was cancelled: the work may or may not have been
   * committed.
   */
  UNKNOWN,
  /**
   * Nothing was done: the server refused the log-in (class 28, 3D000, 57P03), lacked resources
   * (class 53), or ended a transaction that took too long as a whole (25P04).
   */
  UNAVAILABLE,
  /** Nothing was done because of a fault of ours, such as a broken constraint. */
  FAULT;

  /**
   * Returns the meaning of a failure.
   *
   * @param failure the driver's exception; not null
   * @return the meaning; {@link #UNKNOWN} for a failure without an SQLSTATE
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

  /** Checks whether a prepared statement expected types that its columns no longer have. */
  private static boolean isOutdatedPlan(SQLException failure) {
    return failure instanceof PSQLException told
        && told.getServerErrorMessage() != null
        && "RevalidateCachedQuery".equals(told.getServerErrorMessage().getRoutine());
  }

  /**
   * Returns the first {@link SQLException} in a chain of causes; null if there is none.
   *
   * @param thrown any throwable; may be null
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
