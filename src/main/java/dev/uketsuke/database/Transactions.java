package dev.uketsuke.database;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs work as one database transaction, which takes effect as a whole or not at all.
 *
 * <p>Guarantee: when {@link #run}, {@link #within} or {@link #single} returns, the work is
 * committed, as durably as the server is configured to commit; {@link #undone} always rolls back.
 * An exception of the work or of the database rolls the transaction back. {@link #run} repeats work
 * that was rolled back because of another transaction, a bounded number of times, with jitter. The
 * service's own isolation level and time limits apply. The work must not use the network (P8).
 */
@Singleton
public class Transactions {

  private final Connections connections;
  private final TransactionLimits limits;

  Transactions(Connections connections, TransactionLimits limits) {
    this.connections = connections;
    this.limits = limits;
  }

  /** Work inside a transaction. It may run more than once, so it must not change state outside. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does the work on a connection, which it must neither commit nor close. */
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs the work and commits it.
   *
   * @return the result of the work
   * @throws DatabaseException if the work failed; {@link DatabaseException#failure()} says whether
   *     it may have been committed nevertheless
   */
  public <T> T run(Work<T> work) {
    return connections.run(connection -> within(connection, work));
  }

  /**
   * Runs the work once, on a connection that the caller holds, and commits it.
   *
   * @param connection a connection in auto-commit mode, which is restored at the end
   * @return the result of the work
   * @throws SQLException if the work failed; if the connection was lost, the work may have been
   *     committed nevertheless
   */
  public <T> T within(Connection connection, Work<T> work) throws SQLException {
    return on(
        connection,
        open -> {
          limits.begin(open);
          return work.run(open);
        });
  }

  /**
   * Runs work that consists of one statement, which is a transaction by itself. This saves the
   * round trips of {@link #within} unless time limits have to be set in each transaction.
   *
   * @param connection a connection in auto-commit mode, which is restored at the end
   * @throws SQLException as {@link #within}
   */
  public <T> T single(Connection connection, Work<T> statement) throws SQLException {
    return limits.areNeeded() ? within(connection, statement) : statement.run(connection);
  }

  /**
   * Runs the work once and rolls it back, whether it succeeds or fails.
   *
   * @param connection a connection in auto-commit mode, which is restored at the end
   * @throws SQLException if the work or the rollback failed
   */
  public <T> T undone(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      limits.begin(connection);
      return work.run(connection);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  static <T> T on(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    AfterCommit afterCommit = AfterCommit.begin();
    boolean done = false;
    try {
      T result = work.run(connection);
      connection.commit();
      Durability.check(connection.getWarnings());
      done = true;
      return result;
    } finally {
      finish(connection, done);
      afterCommit.end(done);
    }
  }

  /** Restores the connection; a failure of that hides neither the result nor an earlier failure. */
  private static void finish(Connection connection, boolean done) {
    try {
      if (!done) {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    } catch (SQLException broken) {
      // The pool discards the connection when it is returned, and the server rolls back.
    }
  }
}
