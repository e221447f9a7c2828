package dev.uketsuke.database;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs work as one database transaction: all of it, or none.
 *
 * <p>Guarantee: what was returned is committed, as durably as the server is configured to; whatever
 * is thrown, by the work or the database, rolls back. Work that was rolled back because of another
 * transaction is run again, bounded, with jitter. Isolation and time limits are ours, whatever the
 * server's are. The work must not call the network (P8).
 */
@Singleton
public class Transactions {

  private final Connections connections;
  private final TransactionLimits limits;

  Transactions(Connections connections, TransactionLimits limits) {
    this.connections = connections;
    this.limits = limits;
  }

  /** Work inside a transaction; it may be run more than once, so it keeps nothing outside. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it, on a connection that it neither commits nor closes. */
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs the work and commits it.
   *
   * @return what the work returned
   * @throws DatabaseException if it failed; {@link DatabaseException#failure()} says whether it may
   *     have been committed all the same
   */
  public <T> T run(Work<T> work) {
    return connections.run(connection -> within(connection, work));
  }

  /**
   * Runs the work once, on a connection that the caller holds, and commits it.
   *
   * @param connection in auto-commit mode, to which it returns
   * @return what the work returned
   * @throws SQLException if it failed; it may have been committed all the same if the connection
   *     was lost
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
   * Runs work that consists of one statement, which is a transaction by itself. Saves the round
   * trips of {@link #within} where time limits do not have to be set in each transaction.
   *
   * @param connection in auto-commit mode, to which it returns
   * @throws SQLException as {@link #within}
   */
  public <T> T single(Connection connection, Work<T> statement) throws SQLException {
    return limits.areNeeded() ? within(connection, statement) : statement.run(connection);
  }

  /**
   * Runs the work once and rolls it back, whatever comes of it.
   *
   * @param connection in auto-commit mode, to which it returns
   * @throws SQLException if the work failed or its end could not be reported to the server
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

  /** A failure here must hide neither the result nor the failure that led here. */
  private static void finish(Connection connection, boolean done) {
    try {
      if (!done) {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    } catch (SQLException broken) {
      // The pool throws the connection away when it comes back; the server rolls back.
    }
  }
}
