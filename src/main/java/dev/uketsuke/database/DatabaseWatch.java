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
 * Finds out again and again whether the database can be written to, on a connection of its own.
 *
 * <p>Guarantee: the verdict is at hand at any moment and says nothing about the pool, so a pool
 * that is busy, or a locked table, does not turn every instance down at once. A verdict older than
 * {@link #VALID_NANOS} counts no more. Rules out a service that calls itself ready for half an hour
 * beside a database that has become read-only.
 */
@Singleton
class DatabaseWatch {

  private static final Logger LOG = Logger.getLogger(DatabaseWatch.class);

  private static final long PAUSE_MILLIS = 1000;
  private static final long VALID_NANOS = Duration.ofSeconds(8).toNanos();

  /** Settings of a role, and a proxy's choice of server, only show on a new connection. */
  private static final long RENEW_NANOS = Duration.ofSeconds(10).toNanos();

  private static final int ANSWER_MILLIS = 2000;

  private static final String WRITABLE =
      "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'";

  /**
   * What was found.
   *
   * @param writable whether the database can be written to
   * @param reason why it cannot, or an empty text
   * @param at when, by {@link System#nanoTime()}
   */
  record Verdict(boolean writable, String reason, long at) {

    static Verdict of(boolean writable, String reason) {
      return new Verdict(writable, reason, System.nanoTime());
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

  private volatile Verdict last = Verdict.of(false, "The database has not been asked yet");
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

  /** Returns the last verdict, and at once; it may be too old to count. */
  Verdict last() {
    return last;
  }

  /** Asks the database once more and returns the verdict as soon as there is one. */
  CompletableFuture<Verdict> ask() {
    try {
      return CompletableFuture.supplyAsync(this::look, thread);
    } catch (RejectedExecutionException stopping) {
      return CompletableFuture.completedFuture(last);
    }
  }

  private Verdict look() {
    Verdict verdict;
    try {
      if (System.nanoTime() - connected > RENEW_NANOS) {
        drop();
      }
      verdict = askTwice();
    } catch (SQLException | RuntimeException e) {
      drop();
      verdict = Verdict.of(false, e.getMessage());
    }
    if (verdict.writable() != last.writable()) {
      LOG.infof(
          verdict.writable()
              ? "The database can be written to%s"
              : "The database cannot be written to: %s",
          verdict.reason());
    }
    last = verdict;
    return verdict;
  }

  /** A connection that the server has ended since says nothing; a new one does. */
  private Verdict askTwice() throws SQLException {
    if (connection != null) {
      try {
        Verdict verdict = askOnce();
        if (verdict.writable()) {
          return verdict;
        }
      } catch (SQLException ended) {
        LOG.debugf("the connection of the watch ended: %s", ended.getMessage());
      }
      drop();
    }
    connection = source.open(ANSWER_MILLIS);
    connected = System.nanoTime();
    return askOnce();
  }

  private Verdict askOnce() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(WRITABLE)) {
      row.next();
      return row.getBoolean(1)
          ? Verdict.of(true, "")
          : Verdict.of(false, "The server is read-only or a standby");
    }
  }

  private void drop() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException gone) {
        LOG.debugf("the connection of the watch was gone: %s", gone.getMessage());
      }
      connection = null;
    }
  }
}
