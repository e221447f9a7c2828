package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/**
 * Days on which the database refuses, cannot write, or does not keep what it was given: the answer
 * says what is known, and the service is back as soon as the database is.
 */
@QuarkusTest
@RealParts
class DatabaseTroubleContractTest {

  /**
   * The ways in which a server refuses a log-in, and how each is healed. The server of the tests
   * asks for no password, so {@code DatabaseFailureTest} holds the answer to a wrong one.
   */
  enum Refusal {
    ROLE_MAY_NOT_LOG_IN("ALTER ROLE uketsuke NOLOGIN", "ALTER ROLE uketsuke LOGIN"),
    TOO_MANY_CONNECTIONS(
        "ALTER ROLE uketsuke CONNECTION LIMIT 0", "ALTER ROLE uketsuke CONNECTION LIMIT -1"),
    DATABASE_TAKES_NONE(
        "ALTER DATABASE % ALLOW_CONNECTIONS false", "ALTER DATABASE % ALLOW_CONNECTIONS true"),
    DATABASE_IS_GONE("ALTER DATABASE % RENAME TO %_gone", "ALTER DATABASE %_gone RENAME TO %");

    private final String begin;
    private final String end;

    Refusal(String begin, String end) {
      this.begin = begin;
      this.end = end;
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutAConnectionNothingIsBegunAndNothingIsAFault(Refusal refusal) throws Exception {
    var api = Api.asApplicant();
    var application = sentUntilKnown(api, newKey()).applicationId();
    var key = newKey();
    List<Supplier<Answer>> requests =
        List.of(
            () -> api.get("/v1/applications/" + application),
            () -> api.get("/v1/applications"),
            () -> api.inquire(key),
            () -> api.submit(key, SMALLEST),
            () -> api.post("/v1/submission-tokens"),
            () -> api.post("/v1/applications/" + application + "/cancellation"));

    if (refusal == Refusal.DATABASE_IS_GONE) {
      elsewhere("ALTER DATABASE " + database() + " ALLOW_CONNECTIONS false");
      awaitNoConnections();
    }
    elsewhere(refusal.begin.replace("%", database()));
    try {
      for (var request : requests) {
        var answer = request.get();
        // Connections that ended in the pool may each be met once.
        for (int i = 0; i < 50 && !"temporarily-unavailable".equals(answer.problem()); i++) {
          terminate();
          answer = request.get();
        }
        answer.expectProblem(503, "temporarily-unavailable");
        assertTrue(Integer.parseInt(answer.header("Retry-After")) >= 1);
      }
      Until.holds("not ready", () -> ready().status() == 503);
    } finally {
      elsewhere(refusal.end.replace("%", database()));
      elsewhere("ALTER DATABASE " + database() + " ALLOW_CONNECTIONS true");
    }
    Until.holds("ready again", () -> ready().status() == 200);
    Until.holds("read", () -> api.get("/v1/applications/" + application).status() == 200);
    assertEquals(Rows.NONE, Rows.ofKey(key));
    sentUntilKnown(api, key);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  /**
   * Sends as a client does: a connection that ended in the pool makes the outcome unknown (P6), and
   * the same key is the way out.
   */
  private static Answer sentUntilKnown(Api api, String key) {
    for (int i = 0; i < 50; i++) {
      var answer = api.submit(key, SMALLEST);
      if (answer.status() != 503) {
        assertTrue(answer.status() == 201 || answer.status() == 200, answer::toString);
        return answer;
      }
    }
    throw new AssertionError("still not known");
  }

  @Test
  void readOnlyDatabaseIsNotReadyAndIsLeftAtOnceWhenItIsWritableAgain() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    api.submit(newKey(), SMALLEST).expect(201);

    server("default_transaction_read_only", "on");
    try {
      Until.holds("not ready", () -> ready().status() == 503);
      api.submit(key, SMALLEST).expectProblem(503, "temporarily-unavailable");
      api.inquire(key).expectProblem(503, "temporarily-unavailable");
      api.post("/v1/submission-tokens").expectProblem(503, "temporarily-unavailable");
    } finally {
      server("default_transaction_read_only", "off");
    }
    Until.holds("ready again", () -> ready().status() == 200);
    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pg_cancel_backend", "pg_terminate_backend"})
  void commitThatNoStandbyHasIsNotCalledAccepted(String end) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    api.submit(newKey(), SMALLEST).expect(201);

    server("synchronous_standby_names", "nobody");
    try {
      var waiting = Concurrently.start(i -> api.submit(key, SMALLEST));
      endTheWait(end);
      waiting.get(1, TimeUnit.MINUTES).expectProblem(503, "outcome-unknown");
    } finally {
      server("synchronous_standby_names", "");
    }
    api.submit(key, SMALLEST).expect(200);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void moveThatNoStandbyHasIsNotCalledDone() throws Exception {
    var api = Api.asApplicant();
    var staff = Api.as(Tokens.staff());
    var id = api.submit(newKey(), SMALLEST).expect(201).applicationId();

    server("synchronous_standby_names", "nobody");
    try {
      var waiting = Concurrently.start(i -> check(staff, id));
      endTheWait("pg_cancel_backend");
      waiting.get(1, TimeUnit.MINUTES).expectProblem(503, "outcome-unknown");
    } finally {
      server("synchronous_standby_names", "");
    }
    assertEquals("true", check(staff, id).expect(200).header("Idempotent-Replayed"));
  }

  @Test
  void weakerDurabilityOfTheRoleIsRaised() throws Exception {
    for (var weaker : List.of("off", "local", "remote_write")) {
      elsewhere("ALTER ROLE uketsuke SET synchronous_commit = " + weaker);
      try {
        terminate();
        var api = Api.asApplicant();
        Until.holds("works", () -> api.submit(newKey(), SMALLEST).status() == 201);
        var key = newKey();
        server("synchronous_standby_names", "nobody");
        try {
          var waiting = Concurrently.start(i -> api.submit(key, SMALLEST));
          endTheWait("pg_cancel_backend");
          waiting.get(1, TimeUnit.MINUTES).expectProblem(503, "outcome-unknown");
        } finally {
          server("synchronous_standby_names", "");
        }
      } finally {
        elsewhere("ALTER ROLE uketsuke RESET synchronous_commit");
      }
    }
    terminate();
  }

  /** The setting ends the idle session of anybody else who has the role. */
  @Test
  void idleSessionTimeoutOfTheRoleEndsNoSessionOfThePool() throws Exception {
    var api = Api.asApplicant();
    elsewhere("ALTER ROLE uketsuke SET idle_session_timeout = '3s'");
    try {
      // The pool may replace a session for other reasons; the server counts those that it ended.
      // The connection that watches the database is used each second.
      var ended = endedByTheServer();
      terminate();
      Concurrently.run(16, i -> sentUntilKnown(Api.asApplicant(), newKey()));
      try (var other =
          DriverManager.getConnection(
              TestDatabase.currentUrl(), TestDatabase.USER, TestDatabase.PASSWORD)) {
        var session = "pid = " + other.unwrap(PGConnection.class).getBackendPID();
        Until.holds("the server ends an idle session", () -> count(session) == 0);
      }
      assertEquals(ended + 1, endedByTheServer(), "sessions that the server has ended");
      api.submit(newKey(), SMALLEST).expect(201);
      assertEquals(200, ready().status());
    } finally {
      elsewhere("ALTER ROLE uketsuke RESET idle_session_timeout");
    }
  }

  /** How many sessions ended by a fatal error, of which the end of an idle session is one. */
  private static int endedByTheServer() {
    return Integer.parseInt(
        elsewhere(
            "SELECT sessions_fatal FROM pg_stat_database WHERE datname = '" + database() + "'"));
  }

  private static int count(String condition) {
    return Integer.parseInt(elsewhere("SELECT count(*) FROM pg_stat_activity WHERE " + condition));
  }

  /** All 16 connections of the pool wait for one locked table, and more requests wait for them. */
  @Test
  void busyPoolIsStillReady() throws Exception {
    try (var rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      rival.createStatement().execute("LOCK TABLE shipping_application IN ACCESS EXCLUSIVE MODE");
      var waiting =
          Concurrently.start(
              all -> Concurrently.run(100, i -> Api.asApplicant().submit(newKey(), SMALLEST)));
      Until.holds(
          "the whole pool waits",
          () ->
              "16"
                  .equals(
                      elsewhere(
                          "SELECT count(*) FROM pg_stat_activity WHERE datname = '"
                              + database()
                              + "' AND wait_event_type = 'Lock'")));
      for (int i = 0; i < 20; i++) {
        assertEquals(200, ready().status());
      }
      rival.rollback();
      waiting.get(2, TimeUnit.MINUTES);
    }
  }

  /** The name of the service's database; it is made after this class has been loaded. */
  private static String database() {
    return TestDatabase.currentUrl().replaceFirst(".*/", "");
  }

  private static Answer check(Api staff, String id) {
    return staff.send(
        staff
            .request("/v1/applications/" + id + "/transitions")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"to\":\"WAREHOUSE_CHECKED\"}")));
  }

  private static Answer ready() {
    var api = Api.asApplicant();
    return api.send(api.withoutToken("/q/health/ready").timeout(Duration.ofSeconds(5)).GET());
  }

  /** Ends the wait of the service's session for a standby. */
  private static void endTheWait(String how) throws Exception {
    Until.holds(
        "a commit waits for a standby",
        () ->
            !"0"
                .equals(
                    elsewhere(
                        "SELECT count("
                            + how
                            + "(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
                            + " AND query LIKE '%shipping_application%' OR wait_event = 'SyncRep'"
                            + " AND query = 'COMMIT'")));
  }

  private static void server(String setting, String value) {
    elsewhere("ALTER SYSTEM SET " + setting + " = '" + value + "'");
    elsewhere("SELECT pg_reload_conf()");
    var current = value.isEmpty() ? "" : value;
    try {
      Until.holds(setting, () -> current.equals(elsewhere("SHOW " + setting)));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void terminate() {
    elsewhere(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE " + ofTheService());
  }

  private static String ofTheService() {
    return "usename = 'uketsuke' AND datname LIKE '" + database() + "%'";
  }

  private static void awaitNoConnections() throws Exception {
    Until.holds(
        "nobody is connected",
        () -> {
          terminate();
          return "0"
              .equals(
                  elsewhere(
                      "SELECT count(*) FROM pg_stat_activity WHERE datname = '"
                          + database()
                          + "'"));
        });
  }

  /** Runs a statement in another database of the server; returns the first column, if any. */
  private static String elsewhere(String sql) {
    var url = TestDatabase.currentUrl().replaceFirst("/[^/]*$", "/postgres");
    try (var connection = DriverManager.getConnection(url, "postgres", "");
        var statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return null;
      }
      try (var rows = statement.getResultSet()) {
        return rows.next() ? rows.getString(1) : null;
      }
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
