package dev.uketsuke.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Runs work on connections of the pool, and removes broken connections from the pool.
 *
 * <p>Guarantee: if no connection can be obtained, for whatever reason, the failure is {@link
 * DatabaseFailure#UNAVAILABLE}, because nothing was begun. Work that PostgreSQL has certainly
 * rolled back is run again, a bounded number of times, on another connection. If a server is lost
 * or has become read-only, all connections in the pool are closed at once.
 */
@Singleton
public class Connections {

  private static final Logger LOG = Logger.getLogger(Connections.class);

  /**
   * The shortest time between two flushes of the pool. One event causes many failures, and another
   * flush would close connections that were opened after the event.
   */
  private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();

  private final AgroalDataSource pool;
  private final AtomicLong flushed = new AtomicLong(System.nanoTime() - QUIET_NANOS);
  private final Timer waits;
  private final Map<DatabaseFailure, Counter> failures = new EnumMap<>(DatabaseFailure.class);

  Connections(AgroalDataSource pool, MeterRegistry metrics) {
    this.pool = pool;
    this.waits =
        Timer.builder("uketsuke.database.connection.wait")
            .description("How long work waited for a connection of the pool, successful or not")
            .register(metrics);
    for (DatabaseFailure kind : DatabaseFailure.values()) {
      failures.put(
          kind,
          Counter.builder("uketsuke.database.failures")
              .description("Failed attempts at work in the database, by what the failure means")
              .tag("kind", kind.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  /**
   * Runs work on a connection, and runs it again if PostgreSQL has rolled it back.
   *
   * @param work gets a connection in auto-commit mode and must leave it in that mode
   * @return the result of the work
   * @throws DatabaseException if the work failed; {@link DatabaseException#failure()} says what the
   *     failure means
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
      failures.get(DatabaseFailure.of(e)).increment();
      notice(connection);
      closeIfServerIsLost(e);
      throw e;
    } finally {
      giveBack(connection);
    }
  }

  private Connection take() {
    long start = System.nanoTime();
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      failures.get(DatabaseFailure.UNAVAILABLE).increment();
      throw new DatabaseException(DatabaseFailure.UNAVAILABLE, e);
    } catch (RuntimeException e) {
      failures.get(DatabaseFailure.UNAVAILABLE).increment();
      throw new DatabaseException(DatabaseFailure.UNAVAILABLE, new SQLException(e.getMessage(), e));
    } finally {
      waits.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Makes the pool notice that the server has closed a connection. The driver reports this with the
   * server's SQLSTATE first, which the pool does not treat as fatal; a second call fails with a
   * state that the pool treats so.
   */
  private static void notice(Connection connection) {
    try {
      connection.clearWarnings();
    } catch (SQLException closed) {
      // The pool will discard the connection when it is returned.
    }
  }

  /** Returns the connection; a failure of that hides neither the result nor an earlier failure. */
  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException broken) {
      LOG.debugf("A connection could not be returned to the pool: %s", broken.getMessage());
    }
  }

  /**
   * Closes the connections of the pool if a failure shows that the server is lost or has become
   * read-only. A statement that took too long does not show that.
   *
   * @param failure the driver's exception; null means that there was no failure
   */
  void closeIfServerIsLost(SQLException failure) {
    if (failure == null || !isServerLost(failure)) {
      return;
    }
    long last = flushed.get();
    long now = System.nanoTime();
    if (now - last >= QUIET_NANOS && flushed.compareAndSet(last, now)) {
      LOG.warnf(
          "All connections in the pool are closed, because the database server is lost or read-only:"
              + " %s",
          failure.getMessage());
      pool.flush(FlushMode.GRACEFUL);
    }
  }

  private static boolean isServerLost(SQLException failure) {
    String state = failure.getSQLState();
    return state != null
        && switch (state) {
          case "25006", "57P01", "57P02", "57P03", "57P05" -> true;
          default -> state.startsWith("08");
        };
  }
}
