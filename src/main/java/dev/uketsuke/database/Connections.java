package dev.uketsuke.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Lends connections of the pool, and keeps the pool free of connections that are of no use.
 *
 * <p>Guarantee: where no connection can be had, whatever the reason, the failure is {@link
 * DatabaseFailure#UNAVAILABLE}, because nothing was begun. Work that PostgreSQL has certainly
 * rolled back is done again, bounded, on a connection taken anew. A server that was lost or has
 * become read-only is left at once, with all its connections.
 */
@Singleton
public class Connections {

  private static final Logger LOG = Logger.getLogger(Connections.class);

  /**
   * A flush also closes connections that were made since the failure that it answers to, so it is
   * not repeated for each of the failures that one event causes.
   */
  private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();

  private final AgroalDataSource pool;
  private final AtomicLong flushed = new AtomicLong(System.nanoTime() - QUIET_NANOS);

  Connections(AgroalDataSource pool) {
    this.pool = pool;
  }

  /**
   * Runs work on a connection, again if PostgreSQL rolled it back.
   *
   * @param work gets a connection in auto-commit mode, to be left in that mode
   * @return what the work returned
   * @throws DatabaseException if it failed; {@link DatabaseException#failure()} says what that
   *     means
   */
  public <T> T run(Transactions.Work<T> work) {
    try {
      return Retry.onRollback(() -> once(work));
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  private <T> T once(Transactions.Work<T> work) throws SQLException {
    Connection connection = take();
    try {
      return work.run(connection);
    } catch (SQLException e) {
      notice(connection);
      met(e);
      throw e;
    } finally {
      giveBack(connection);
    }
  }

  private Connection take() {
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      throw new DatabaseException(DatabaseFailure.UNAVAILABLE, e);
    } catch (RuntimeException e) {
      throw new DatabaseException(DatabaseFailure.UNAVAILABLE, new SQLException(e.getMessage(), e));
    }
  }

  /**
   * Draws the pool's attention to a connection that the server has closed. The driver reports that
   * with the server's SQLSTATE the first time, which the pool does not take for fatal.
   */
  private static void notice(Connection connection) {
    try {
      connection.clearWarnings();
    } catch (SQLException closed) {
      // Now the pool throws the connection away when it comes back.
    }
  }

  /** A failure to return the connection must hide neither the result nor the failure before it. */
  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException broken) {
      LOG.debugf("a connection could not be returned to the pool: %s", broken.getMessage());
    }
  }

  /**
   * Empties the pool if a failure says that its connections lead to a server that is gone or that
   * has become read-only. A statement that took too long says nothing of the kind.
   *
   * @param failure what the driver threw; null is none
   */
  void met(SQLException failure) {
    if (failure == null || !isTheServersEnd(failure)) {
      return;
    }
    long last = flushed.get();
    long now = System.nanoTime();
    if (now - last >= QUIET_NANOS && flushed.compareAndSet(last, now)) {
      LOG.warnf(
          "The connections in the pool are closed, because the server behind one of them is lost or"
              + " read-only: %s",
          failure.getMessage());
      pool.flush(FlushMode.GRACEFUL);
    }
  }

  private static boolean isTheServersEnd(SQLException failure) {
    String state = failure.getSQLState();
    return state != null
        && switch (state) {
          case "25006", "57P01", "57P02", "57P03", "57P05" -> true;
          default -> state.startsWith("08");
        };
  }
}
