package dev.uketsuke.database;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * Detects commits that no synchronous standby has confirmed.
 *
 * <p>Guarantee: a commit whose wait for a synchronous standby was cancelled is not reported as
 * successful. PostgreSQL then commits on this server alone and only sends a warning, so that a
 * failover may lose the commit. To the client the outcome is unknown (P5, P6).
 *
 * @see <a
 *     href="https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION">Synchronous
 *     replication</a>
 */
final class Durability {

  /** SQLSTATE statement_completion_unknown. */
  private static final String COMPLETION_UNKNOWN = "40003";

  /**
   * The routine of PostgreSQL that waits for standbys; its messages are translated, its name not.
   */
  private static final String WAIT = "SyncRepWaitForLSN";

  private Durability() {}

  /**
   * Checks the warnings that came with a commit.
   *
   * @param warnings of the statement or, after an explicit commit, of the connection; null if none
   * @throws SQLException 40003 if one of them says that no standby has confirmed the commit
   */
  static void check(SQLWarning warnings) throws SQLException {
    for (SQLWarning warning = warnings; warning != null; warning = warning.getNextWarning()) {
      if (warning instanceof PSQLWarning told && isAbandonedWait(told.getServerErrorMessage())) {
        throw new SQLException(
            "The transaction was committed on the primary, but no standby has confirmed it: "
                + told.getMessage(),
            COMPLETION_UNKNOWN,
            told);
      }
    }
  }

  private static boolean isAbandonedWait(ServerErrorMessage message) {
    return message != null && WAIT.equals(message.getRoutine());
  }
}
