package dev.uketsuke.database;

import io.agroal.api.AgroalPoolInterceptor;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/**
 * Sets the time limits and the isolation level of each new connection of the pool.
 *
 * <p>Guarantee: no statement of the service waits for a lock, runs, or waits for a silent server
 * longer than {@link DatabaseLimits} allows, whatever the settings of the server or the role are.
 * One locked row therefore cannot block a thread and a connection forever. Migrations are not
 * limited, because they use their own connections.
 */
@Singleton
final class SessionLimits implements AgroalPoolInterceptor {
  private final DatabaseLimits limits;
  private final TransactionLimits transactions;
  private final String set;

  SessionLimits(DatabaseLimits limits, TransactionLimits transactions) {
    this.limits = limits;
    this.transactions = transactions;
    this.set =
        // The second statement of a submission must see what other transactions have committed.
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED"
            + ("; SET lock_timeout = " + limits.lockTimeout().toMillis())
            + ("; SET statement_timeout = " + limits.statementTimeout().toMillis())
            // A process that is frozen inside a transaction must not hold its locks forever.
            + ("; SET idle_in_transaction_session_timeout = " + limits.socketTimeout().toMillis())
            // The pool decides how long a connection may be idle.
            + "; SET idle_session_timeout = 0"
            // What is acknowledged must be durable, whatever the default of the server or the role
            // is (P5). "local" would not wait for a synchronous standby, and with "remote_write" a
            // crash of the standby could lose the commit. The stricter "remote_apply" is kept.
            + "; SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')";
    if (limits.inquiryLockTimeout().toMillis() < 1
        || limits.inquiryLockTimeout().compareTo(limits.lockTimeout()) > 0) {
      // PostgreSQL reads zero as "no limit".
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
   * Sets the limits in one round trip.
   *
   * @throws DatabaseException if that failed; the connection is then closed here, because the pool
   *     would neither use nor close it
   */
  @Override
  public void onConnectionCreate(Connection connection) {
    try {
      connection.setNetworkTimeout(Runnable::run, (int) limits.socketTimeout().toMillis());
      if (transactions.areNeeded()) {
        // A prepared statement would stay in a session that other clients use afterwards.
        connection.unwrap(PGConnection.class).setPrepareThreshold(0);
        transactions.learnDurability(connection);
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
