package dev.uketsuke.database;

import io.agroal.api.AgroalPoolInterceptor;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/**
 * Gives each new connection of the pool its time limits.
 *
 * <p>Guarantee: no statement of the service waits for a lock, runs, or listens to a silent server
 * longer than {@link DatabaseLimits} says, whatever the server's or the role's own settings are.
 * Rules out a thread and a connection that are lost to one stuck row. Migrations are not bound:
 * they use their own connection.
 */
@Singleton
final class SessionLimits implements AgroalPoolInterceptor {
  private final DatabaseLimits limits;
  private final boolean limitedByTransaction;
  private final String set;

  SessionLimits(DatabaseLimits limits, TransactionLimits transactions) {
    this.limits = limits;
    this.limitedByTransaction = transactions.areNeeded();
    this.set =
        // Insert first, then read what another transaction has committed: needs this isolation.
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED"
            + ("; SET lock_timeout = " + limits.lockTimeout().toMillis())
            + ("; SET statement_timeout = " + limits.statementTimeout().toMillis())
            // A process that is frozen inside a transaction must not hold its keys and rows for
            // ever.
            + ("; SET idle_in_transaction_session_timeout = " + limits.socketTimeout().toMillis())
            // The pool decides how long a connection may be idle.
            + "; SET idle_session_timeout = 0"
            // Acknowledged means durable, whatever the default of the server or the role is (P5).
            // With a synchronous standby, local would not wait for it, and remote_write would lose
            // what the standby had not written to its disk. The stricter remote_apply is kept.
            + "; SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')";
    if (limits.inquiryLockTimeout().toMillis() < 1
        || limits.inquiryLockTimeout().compareTo(limits.lockTimeout()) > 0) {
      // Zero is no limit at all to PostgreSQL.
      throw new ConfigurationException(
          "UKETSUKE_DATABASE_INQUIRY_LOCK_TIMEOUT must be longer than zero and not longer than"
              + " UKETSUKE_DATABASE_LOCK_TIMEOUT, but is "
              + limits.inquiryLockTimeout());
    }
    if (limits.lockTimeout().toMillis() < 1
        || limits.lockTimeout().compareTo(limits.statementTimeout()) >= 0
        || limits.statementTimeout().compareTo(limits.socketTimeout()) >= 0
        || limits.socketTimeout().toMillis() > Integer.MAX_VALUE) {
      throw new ConfigurationException(
          "UKETSUKE_DATABASE_LOCK_TIMEOUT, _STATEMENT_TIMEOUT and _SOCKET_TIMEOUT must be longer"
              + " than zero, each longer than the one before, but are "
              + limits.lockTimeout()
              + ", "
              + limits.statementTimeout()
              + ", "
              + limits.socketTimeout());
    }
  }

  /**
   * Sets the limits, in one round trip.
   *
   * @throws DatabaseException if that failed; the connection is closed then, since the pool would
   *     neither use nor close it
   */
  @Override
  public void onConnectionCreate(Connection connection) {
    try {
      connection.setNetworkTimeout(Runnable::run, (int) limits.socketTimeout().toMillis());
      if (limitedByTransaction) {
        // A prepared statement stays with a session that is somebody else's a moment later.
        connection.unwrap(PGConnection.class).setPrepareThreshold(0);
        return;
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute(set);
      }
    } catch (SQLException failure) {
      try {
        connection.close();
      } catch (SQLException broken) {
        failure.addSuppressed(broken);
      }
      throw new DatabaseException(DatabaseFailure.UNAVAILABLE, failure);
    }
  }
}
