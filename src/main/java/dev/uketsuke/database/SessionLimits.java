package dev.uketsuke.database;

import io.agroal.api.AgroalPoolInterceptor;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

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

  SessionLimits(DatabaseLimits limits) {
    this.limits = limits;
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

  @Override
  public void onConnectionCreate(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          // A process that is frozen inside a transaction must not hold its keys and rows for ever.
          String.format(
              Locale.ROOT,
              "SET lock_timeout = %d; SET statement_timeout = %d; SET idle_in_transaction_session_timeout = %d",
              limits.lockTimeout().toMillis(),
              limits.statementTimeout().toMillis(),
              limits.socketTimeout().toMillis()));
      // Acknowledged means durable, whatever the server's or the role's default (P5).
      statement.execute(
          "SELECT set_config('synchronous_commit', 'on', false)"
              + " WHERE current_setting('synchronous_commit') = 'off'");
      connection.setNetworkTimeout(Runnable::run, (int) limits.socketTimeout().toMillis());
    } catch (SQLException failure) {
      throw new IllegalStateException("A new connection could not be given its limits", failure);
    }
  }
}
