package dev.uketsuke.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/**
 * Faults made to order in the database, so that a race or a failure happens every time and not now
 * and then. The fourth trick, the hard stop, is {@link PackagedService#kill()}.
 */
public final class Tricks {

  private Tricks() {}

  /** A trick in force; closing it heals the database. */
  public interface Trick extends AutoCloseable {
    @Override
    void close();

    /** Runs the body while the trick is in force, and heals afterwards whatever happens. */
    default void during(Body body) throws Exception {
      try (this) {
        body.run();
      }
    }
  }

  /** What a test does while a trick is in force. */
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  /**
   * Slow write: each insert into the table whose column has this value sleeps first. Others are not
   * touched.
   *
   * @param column compared as text
   */
  public static Trick slowWrite(String table, String column, String value, Duration pause) {
    var name = "slow_" + UUID.randomUUID().toString().replace("-", "");
    TestDatabase.execute(
        "CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(%s); RETURN NEW; END$$"
            .formatted(name, pause.toMillis() / 1000.0),
        "CREATE TRIGGER %s BEFORE INSERT ON %s FOR EACH ROW WHEN (NEW.%s::text = '%s') EXECUTE FUNCTION %s()"
            .formatted(name, table, column, value.replace("'", "''"), name));
    return () -> TestDatabase.execute("DROP FUNCTION " + name + "() CASCADE");
  }

  /**
   * Slow commit: a transaction that inserted such a row has done all its work and then sleeps
   * before it is committed.
   *
   * @param column compared as text
   */
  public static Trick slowCommit(String table, String column, String value, Duration pause) {
    var name = "slow_" + UUID.randomUUID().toString().replace("-", "");
    TestDatabase.execute(
        "CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(%s); RETURN NULL; END$$"
            .formatted(name, pause.toMillis() / 1000.0),
        "CREATE CONSTRAINT TRIGGER %s AFTER INSERT ON %s DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.%s::text = '%s') EXECUTE FUNCTION %s()"
            .formatted(name, table, column, value.replace("'", "''"), name));
    return () -> TestDatabase.execute("DROP FUNCTION " + name + "() CASCADE");
  }

  /** Slow write of one key. */
  public static Trick slowKey(String key, Duration pause) {
    return slowWrite("shipping_application", "idempotency_key", key, pause);
  }

  /** Returns as soon as an insert is held up by {@link #slowWrite}. */
  public static void awaitSlowWriter() throws Exception {
    Until.holds(
        "a writer sleeps",
        () ->
            !"0"
                .equals(
                    TestDatabase.value(
                        "SELECT count(*) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND wait_event = 'PgSleep'")));
  }

  /** Failing write: nothing can be inserted into the table until closed. */
  public static Trick failingWrite(String table) {
    TestDatabase.execute(
        "ALTER TABLE %s ADD CONSTRAINT boom CHECK (false) NOT VALID".formatted(table));
    return () -> TestDatabase.execute("ALTER TABLE %s DROP CONSTRAINT boom".formatted(table));
  }

  /** Failing write of the service alone: others can insert into the table. */
  public static Trick failingWriteOfOurs(String table) {
    var name = "boom_" + UUID.randomUUID().toString().replace("-", "");
    TestDatabase.execute(
        "CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE check_violation; END$$"
            .formatted(name),
        "CREATE TRIGGER %s BEFORE INSERT ON %s FOR EACH ROW WHEN (current_user = '%s') EXECUTE FUNCTION %s()"
            .formatted(name, table, TestDatabase.USER, name));
    return () -> TestDatabase.execute("DROP FUNCTION " + name + "() CASCADE");
  }

  /**
   * Frozen server (SIGSTOP): every process of it stays, with its connections, and does nothing.
   * Nobody can be asked until it is closed.
   */
  public static Trick frozenServer() throws Exception {
    var server =
        Long.parseLong(
            TestDatabase.value("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)"));
    signal("STOP", server);
    return () -> signal("CONT", server);
  }

  private static void signal(String name, long server) {
    // The server first: from then on it has no new children.
    kill(name, server);
    // One that has ended meanwhile is none to stop.
    ProcessHandle.of(server).orElseThrow().children().forEach(child -> kill(name, child.pid()));
  }

  private static void kill(String name, long pid) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Open rival: another connection has inserted the very key and not yet ended its transaction.
   *
   * @param template id of an application already accepted; the rival's row equals it in all but id
   *     and key, and so has the same account and content
   */
  public static Rival openRival(String template, String key) throws SQLException {
    return new Rival(template, key);
  }

  /**
   * Open rival: another connection has moved the application to a status, by hand and without a
   * message out, and not yet ended its transaction.
   */
  public static Rival movingRival(String applicationId, String status) throws SQLException {
    var rival = new Rival();
    rival.run(
        "UPDATE shipping_application SET status = ?, last_step = last_step + 1 WHERE id = ?::uuid",
        status,
        applicationId);
    rival.run(
        "INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)"
            + " SELECT account_id, bucket, id, last_step, status, clock_timestamp(), 'system'"
            + " FROM shipping_application WHERE id = ?::uuid",
        applicationId);
    return rival;
  }

  /** The transaction of an open rival; rolled back when closed, unless it was committed. */
  public static final class Rival implements Trick {
    private final Connection connection;
    private final String applicationId = UUID.randomUUID().toString();
    private final int backend;

    private Rival() throws SQLException {
      connection = TestDatabase.connect();
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement();
          var row = statement.executeQuery("SELECT pg_backend_pid()")) {
        row.next();
        backend = row.getInt(1);
      }
    }

    private Rival(String template, String key) throws SQLException {
      this();
      run(
          "INSERT INTO shipping_application"
              + " SELECT (jsonb_populate_record(NULL::shipping_application, to_jsonb(a)"
              + " || jsonb_build_object('id', ?::text, 'idempotency_key', ?::text))).*"
              + " FROM shipping_application a WHERE id = ?::uuid",
          applicationId,
          key,
          template);
    }

    private void run(String sql, String... values) throws SQLException {
      try (var statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < values.length; i++) {
          statement.setString(i + 1, values[i]);
        }
        if (statement.executeUpdate() != 1) {
          throw new IllegalArgumentException("nothing there to rival");
        }
      }
    }

    /** Id of the rival's application. */
    public String applicationId() {
      return applicationId;
    }

    /** Returns as soon as at least so many other connections wait for this transaction to end. */
    public void awaitWaiters(int atLeast) throws Exception {
      Until.holds(
          atLeast + " wait for the rival",
          () ->
              Integer.parseInt(
                      TestDatabase.value(
                          "SELECT count(*) FROM pg_stat_activity WHERE ? = ANY (pg_blocking_pids(pid))",
                          backend))
                  >= atLeast);
    }

    public void commit() throws SQLException {
      connection.commit();
    }

    public void rollback() throws SQLException {
      connection.rollback();
    }

    @Override
    public void close() {
      try (connection) {
        connection.rollback();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
