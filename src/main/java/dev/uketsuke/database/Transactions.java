package dev.uketsuke.database;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs work as one database transaction: all of it, or none.
 *
 * <p>Guarantee: what was returned is committed; whatever is thrown, by the work or the database,
 * rolls back. A conflict with another transaction is retried, bounded, with jitter. Isolation and
 * time-outs are those of the connection pool. The work must not call the network (P8).
 */
@Singleton
public class Transactions {

  private final AgroalDataSource dataSource;

  Transactions(AgroalDataSource dataSource) {
    this.dataSource = dataSource;
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
    try {
      return Retry.onConflict(() -> once(work));
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  /**
   * Runs the work once, on a connection that the caller holds, and commits it.
   *
   * @param connection in auto-commit mode, to which it returns
   * @return what the work returned
   * @throws SQLException if it failed; it may have been committed all the same if the connection
   *     was lost
   */
  public static <T> T on(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    AfterCommit afterCommit = AfterCommit.begin();
    boolean done = false;
    try {
      T result = work.run(connection);
      connection.commit();
      done = true;
      return result;
    } finally {
      finish(connection, done);
      afterCommit.end(done);
    }
  }

  private <T> T once(Work<T> work) throws SQLException {
    try (Connection connection = connect()) {
      return on(connection, work);
    }
  }

  private Connection connect() {
    try {
      return dataSource.getConnection();
    } catch (SQLException e) {
      throw new DatabaseException(DatabaseFailure.UNAVAILABLE, e);
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
