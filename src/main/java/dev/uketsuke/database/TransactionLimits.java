package dev.uketsuke.database;

import dev.uketsuke.database.PoolerSettings.Pooler;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
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

  /** SQLSTATE cannot_connect_now. */
  private static final String CANNOT_CONNECT = "57P03";

  private final boolean needed;
  private final String set;
  private volatile String durability = "on";

  TransactionLimits(DatabaseLimits limits, PoolerSettings settings) {
    needed = settings.pooler() == Pooler.TRANSACTION;
    set =
        // The driver sends all of these in one round trip, together with BEGIN. A query among them
        // would fix the snapshot, and the work could not choose another isolation level any more.
        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"
            + ("; SET LOCAL lock_timeout = " + limits.lockTimeout().toMillis())
            + ("; SET LOCAL statement_timeout = " + limits.statementTimeout().toMillis())
            + "; SET LOCAL idle_in_transaction_session_timeout = "
            + limits.socketTimeout().toMillis()
            + "; SET LOCAL synchronous_commit = ";
  }

  /** Checks whether each transaction has to set its limits. */
  boolean areNeeded() {
    return needed;
  }

  /**
   * Reads how durable the server makes a commit unless it is told otherwise. Acknowledged means
   * durable (P5), so each transaction asks for {@code on}, or for the stricter {@code remote_apply}
   * where that is the default.
   */
  void learnDurability(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
      row.next();
      durability = "remote_apply".equals(row.getString(1)) ? "remote_apply" : "on";
    }
  }

  /**
   * Sets the limits of the transaction that this connection is to begin, if need be.
   *
   * @throws SQLException 57P03 if the pooler or the server is lost, because the transaction had no
   *     other statement yet and so left nothing behind
   */
  void begin(Connection connection) throws SQLException {
    if (!needed) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(set + durability);
    } catch (SQLException e) {
      if (DatabaseFailure.of(e) == DatabaseFailure.UNKNOWN) {
        throw new SQLException("Not begun: " + e.getMessage(), CANNOT_CONNECT, e);
      }
      throw e;
    }
  }
}
