package dev.uketsuke.database;

import java.sql.SQLException;

/**
 * What a failed statement says about the work it was to do, read from its SQLSTATE.
 *
 * <p>Guarantee: only a state in which PostgreSQL has certainly rolled back is called definite; a
 * time-out or a lost connection is never taken for success or for "nothing happened" (P6).
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">SQLSTATE codes</a>
 */
public enum DatabaseFailure {
  /** Rolled back for concurrency's sake (40001, 40P01): the same work may be done again at once. */
  RETRYABLE,
  /** Another transaction held what we wanted for longer than {@code lock_timeout} (55P03). */
  LOCKED,
  /** Connection lost, cancelled or shut down in the middle: the work may or may not be done. */
  UNKNOWN,
  /**
   * The server refused for lack of means or because it is a standby, or ended a transaction in
   * which we had kept silent for too long (25P03, 25P04): nothing was done.
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
      case "40001", "40P01" -> RETRYABLE;
      case "55P03" -> LOCKED;
      case "40003", "57014" -> UNKNOWN;
      case "25006", "25P03", "25P04" -> UNAVAILABLE;
      default ->
          switch (state.substring(0, 2)) {
            case "08", "57", "58", "XX" -> UNKNOWN;
            case "53" -> UNAVAILABLE;
            default -> FAULT;
          };
    };
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
