package dev.uketsuke.database;

import dev.uketsuke.database.PoolerSettings.Pooler;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Sets the time limits in each transaction if a pooler in transaction mode is used.
 *
 * <p>Guarantee: behind such a pooler every transaction of the service has the limits of {@link
 * DatabaseLimits} from its first statement on. They end with the transaction, so no other client of
 * the pooler gets them. Without such a pooler {@link SessionLimits} has set the limits once for the
 * session, and a single statement needs no explicit transaction.
 */
@Singleton
class TransactionLimits {

  private final boolean needed;
  private final String set;

  TransactionLimits(DatabaseLimits limits, PoolerSettings settings) {
    needed = settings.pooler() == Pooler.TRANSACTION;
    set =
        // The driver sends all of these in one round trip, together with BEGIN.
        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"
            + ("; SET LOCAL lock_timeout = " + limits.lockTimeout().toMillis())
            + ("; SET LOCAL statement_timeout = " + limits.statementTimeout().toMillis())
            + "; SET LOCAL idle_in_transaction_session_timeout = "
            + limits.socketTimeout().toMillis()
            // What is acknowledged must be durable (P5).
            + "; SET LOCAL synchronous_commit = on";
  }

  /** Checks whether each transaction has to set its limits. */
  boolean areNeeded() {
    return needed;
  }

  /** Sets the limits at the beginning of a transaction if a pooler in transaction mode is used. */
  void begin(Connection connection) throws SQLException {
    if (needed) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(set);
      }
    }
  }
}
