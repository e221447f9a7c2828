package dev.uketsuke.database;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Checks each second, on a connection of its own, whether the database can be written to.
 *
 * <p>Guarantee: the last result is available at once and does not depend on the pool, so a busy
 * pool or a locked table does not make every instance unready at the same time. A result older than
 * {@link #VALID_NANOS} no longer counts. Without this check the service would report itself ready
 * although the database has become read-only.
 */
@Singleton
class DatabaseWatch {

  private static final Logger LOG = Logger.getLogger(DatabaseWatch.class);

  private static final long PAUSE_MILLIS = 1000;
  private static final long VALID_NANOS = Duration.ofSeconds(8).toNanos();

  /**
   * The age at which the connection is replaced: changed settings of a role and a proxy's choice of
   * server take effect on new connections only.
   */
  private static final long RENEW_NANOS = Duration.ofSeconds(10).toNanos();

  private static final int ANSWER_MILLIS = 2000;

  private static final String WRITABLE =
      "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'";

  /**
   * The result of a check.
   *
   * @param writable whether the database can be written to
   * @param reason the reason why it cannot; empty if it can
   * @param at the time of the check, by {@link System#nanoTime()}
   */
  record Result(boolean writable, String reason, long at) {

    static Result of(boolean writable, String reason) {
      return new Result(writable, reason, System.nanoTime());
    }

    boolean isValid() {
      return System.nanoTime() - at < VALID_NANOS;
    }
  }

  private final OwnConnection source;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread daemon = new Thread(task, "database-watch");
            daemon.setDaemon(true);
            return daemon;
          });

  private volatile Result last = Result.of(false, "The database has not been checked yet");
  private Connection connection;
  private long connected;

  DatabaseWatch(AgroalDataSource pool) {
    this.source =
        new OwnConnection(
            pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration());
  }

  void start(@Observes StartupEvent event) {
    look();
    thread.scheduleWithFixedDelay(this::look, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    thread.execute(this::drop);
    thread.shutdown();
  }

  /** Returns the last result without waiting; it may be too old to count. */
  Result last() {
    return last;
  }

  /** Checks the database now and returns the result when it is known. */
  CompletableFuture<Result> ask() {
    try {
      return CompletableFuture.supplyAsync(this::look, thread);
    } catch (RejectedExecutionException stopping) {
      return CompletableFuture.completedFuture(last);
    }
  }

  private Result look() {
    Result result;
    try {
      if (System.nanoTime() - connected > RENEW_NANOS) {
        drop();
      }
      result = askTwice();
    } catch (SQLException | RuntimeException e) {
      drop();
      result = Result.of(false, e.getMessage());
    }
    if (result.writable() != last.writable()) {
      LOG.infof(
          result.writable()
              ? "The database can be written to%s"
              : "The database cannot be written to: %s",
          result.reason());
    }
    last = result;
    return result;
  }

  /**
   * Returns the result on the present connection, or on a new one if the present one has ended or
   * says that the database cannot be written to.
   */
  private Result askTwice() throws SQLException {
    if (connection != null) {
      try {
        Result result = askOnce();
        if (result.writable()) {
          return result;
        }
      } catch (SQLException ended) {
        LOG.debugf("The connection for checking the database has ended: %s", ended.getMessage());
      }
      drop();
    }
    connection = source.open(ANSWER_MILLIS);
    connected = System.nanoTime();
    return askOnce();
  }

  private Result askOnce() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(WRITABLE)) {
      row.next();
      return row.getBoolean(1)
          ? Result.of(true, "")
          : Result.of(false, "The server is read-only or a standby");
    }
  }

  private void drop() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException gone) {
        LOG.debugf("The connection for checking the database was lost: %s", gone.getMessage());
      }
      connection = null;
    }
  }
}
