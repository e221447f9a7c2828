package dev.uketsuke.database;

import dev.uketsuke.database.PoolerSettings.Pooler;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Gives each transaction its time limits where a session cannot keep them.
 *
 * <p>Guarantee: behind a pooler in transaction mode every transaction of the service has the limits
 * of {@link DatabaseLimits} from its first statement on, and they end with it, so that no other
 * client of the pooler inherits them. Without such a pooler {@link SessionLimits} has set them
 * once, and a single statement needs no transaction around it.
 */
@Singleton
class TransactionLimits {

  private final boolean needed;
  private final String set;

  TransactionLimits(DatabaseLimits limits, PoolerSettings settings) {
    needed = settings.pooler() == Pooler.TRANSACTION;
    set =
        // The driver sends all of it in one round trip, together with BEGIN.
        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"
            + ("; SET LOCAL lock_timeout = " + limits.lockTimeout().toMillis())
            + ("; SET LOCAL statement_timeout = " + limits.statementTimeout().toMillis())
            + "; SET LOCAL idle_in_transaction_session_timeout = "
            + limits.socketTimeout().toMillis()
            // Acknowledged means durable (P5).
            + "; SET LOCAL synchronous_commit = on";
  }

  /** Returns whether each transaction has to set its limits. */
  boolean areNeeded() {
    return needed;
  }

  /** Sets the limits of the transaction that this connection is to begin, if need be. */
  void begin(Connection connection) throws SQLException {
    if (needed) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(set);
      }
    }
  }
}
