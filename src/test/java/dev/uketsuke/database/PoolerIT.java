package dev.uketsuke.database;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.PgBouncer;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * A real PgBouncer in transaction mode stands between two instances and their database: all that
 * they do is bounded in time, and nothing of it stays behind for other clients of the pooler.
 */
@EnabledIf(
    value = "dev.uketsuke.support.PgBouncer#isInstalled",
    disabledReason = "no PgBouncer: install the package pgbouncer to run this test")
class PoolerIT {

  /** What PgBouncer itself gives each client of its own. */
  private static final String OF_EACH_CLIENT =
      "('application_name', 'client_encoding', 'datestyle', 'timezone',"
          + " 'standard_conforming_strings')";

  private static PgBouncer pooler;
  private static CarrierStub carrier;
  private static PackagedService one;
  private static PackagedService two;

  @BeforeAll
  static void start() throws Exception {
    var url = TestDatabase.create();
    pooler = PgBouncer.start();
    carrier = CarrierStub.start();
    one = PackagedService.start(behindPooler(url));
    two = PackagedService.start(behindPooler(url));
  }

  @AfterAll
  static void stop() {
    for (var each : new AutoCloseable[] {one, two, carrier, pooler}) {
      try {
        if (each != null) {
          each.close();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The time limits above that for locks are so long that only that one can end a wait. */
  private static Map<String, String> behindPooler(String url) {
    var settings = new HashMap<String, String>();
    settings.put("QUARKUS_DATASOURCE_JDBC_URL", pooler.through(url));
    settings.put("QUARKUS_FLYWAY_JDBC_URL", url);
    settings.put("UKETSUKE_DATABASE_POOLER", "transaction");
    settings.put("UKETSUKE_DATABASE_STATEMENT_TIMEOUT", "PT4M");
    settings.put("UKETSUKE_DATABASE_SOCKET_TIMEOUT", "PT5M");
    settings.put("UKETSUKE_RELAY_LEASE", "PT1H"); // Longer than a delivery may take with these.
    settings.put("UKETSUKE_CARRIER_URL", carrier.url());
    return settings;
  }

  @Test
  void nothingOfALifeStaysBehindInTheSessionsOfThePooler() throws Exception {
    var lives =
        Concurrently.run(
            24, i -> paid(i % 2 == 0 ? one : two, Api.at(one.uri(), Tokens.applicant()), newKey()));
    for (var life : lives) {
      Until.holds("ordered", () -> number(life) != null);
      assertEquals(1, carrier.callsFor(life.applicationId()).size());
    }
    for (var path :
        List.of(
            "/v1/applications?sort=updated",
            "/v1/applications/count",
            "/v1/payments",
            "/v1/events",
            "/v1/outbox",
            "/v1/reconciliation")) {
      staff(one).get(path).expect(200);
    }
    Api.at(one.uri(), Tokens.applicant()).inquire(newKey()).expect(200);
    post(Tokens.service(), "/v1/jobs/retention").expect(200);

    assertNothingStays();
  }

  @Test
  void aLockedTableEndsInAnAnswerEverywhere() throws Exception {
    var owner = Api.at(one.uri(), Tokens.applicant());
    var known = newKey();
    var moves = new Moves(owner, staff(one), owner.submit(known, SMALLEST).applicationId());
    var key = newKey();
    List<Supplier<Answer>> unavailable =
        List.of(
            () -> owner.get(moves.path()),
            () -> owner.get("/v1/applications"),
            () -> staff(one).get("/v1/applications/count"),
            () -> staff(one).get("/v1/payments"),
            () -> staff(one).get("/v1/events"),
            () -> staff(one).get("/v1/outbox"),
            () -> staff(one).get("/v1/reconciliation"),
            () -> owner.inquire(key),
            () -> moves.to("WAREHOUSE_CHECKED"),
            () -> owner.post("/v1/submission-tokens"));
    try (var rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      rival
          .createStatement()
          .execute(
              "LOCK TABLE shipping_application, payment, payment_contradiction, inbox, outbox,"
                  + " submission_token IN ACCESS EXCLUSIVE MODE");
      assertEquals("submission-in-progress", owner.submit(key, SMALLEST).problem());
      assertEquals("submission-in-progress", owner.submit(known, SMALLEST).problem());
      for (var answer : Concurrently.run(unavailable.size(), i -> unavailable.get(i).get())) {
        answer.expectProblem(503, "temporarily-unavailable");
      }
    }
    owner.submit(known, SMALLEST).expect(200);
    owner.submit(key, SMALLEST).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(key));
    assertNothingStays();
  }

  @Test
  void aPoolerThatWasAwayLeavesNoDoubt() throws Exception {
    var owner = Api.at(one.uri(), Tokens.applicant());
    var key = newKey();
    owner.submit(newKey(), SMALLEST).expect(201);
    List<Supplier<Answer>> requests =
        List.of(
            () -> owner.submit(key, SMALLEST),
            () -> owner.inquire(key),
            () -> owner.get("/v1/applications"),
            () -> owner.post("/v1/submission-tokens"),
            () -> staff(one).get("/v1/payments"));
    pooler.stop();
    try {
      for (var request : requests) {
        request.get().expectProblem(503, "temporarily-unavailable");
      }
      Until.holds("not ready", () -> ready(one) == 503);
      // From now on each log-in is begun and breaks off.
      try (var broken = new ServerSocket(pooler.port())) {
        Concurrently.start(i -> breakOff(broken));
        for (var request : requests) {
          request.get().expectProblem(503, "temporarily-unavailable");
        }
      }
    } finally {
      pooler.begin();
    }
    Until.holds("ready again", () -> ready(one) == 200 && ready(two) == 200);
    assertEquals(Rows.NONE, Rows.ofKey(key));
    Until.holds("accepted", () -> accepted(owner.submit(key, SMALLEST)));
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  /** Takes what a client sends first and hangs up, until the socket is closed. */
  private static Void breakOff(ServerSocket server) {
    while (!server.isClosed()) {
      try (var client = server.accept()) {
        client.getInputStream().read();
      } catch (IOException gone) {
        // The client was faster, or the test has ended.
      }
    }
    return null;
  }

  @Test
  void migrationsDoNotGoThroughThePooler() throws Exception {
    var empty = TestDatabase.createBeside();
    var settings = behindPooler(empty);
    settings.remove("QUARKUS_FLYWAY_JDBC_URL");
    try (var refused = PackagedService.launch(settings)) {
      assertEquals(1, refused.awaitExit(Duration.ofMinutes(2)));
      assertTrue(
          refused
              .log()
              .contains(
                  "cannot be migrated through the pooler (UKETSUKE_DATABASE_POOLER): let"
                      + " QUARKUS_FLYWAY_JDBC_URL lead to PostgreSQL itself"),
          refused.log());
    }
  }

  /** A connection that ended with the pooler is met before anything is begun. */
  private static boolean accepted(Answer answer) {
    if (answer.status() == 503) {
      answer.expectProblem(503, "temporarily-unavailable");
      return false;
    }
    answer.expect(201);
    return true;
  }

  /**
   * Looks into every session of the pooler, by as many transactions at once, as another client of
   * the same role would.
   */
  private static void assertNothingStays() throws SQLException {
    var found = new TreeSet<String>();
    var sessions = new TreeSet<String>();
    var clients = new ArrayList<Connection>();
    try {
      for (int i = 0; i < PgBouncer.SESSIONS; i++) {
        var client =
            DriverManager.getConnection(
                pooler.through(TestDatabase.currentUrl())
                    + "?prepareThreshold=0&assumeMinServerVersion=14",
                TestDatabase.USER,
                TestDatabase.PASSWORD);
        clients.add(client);
        client.setAutoCommit(false);
        sessions.add(value(client, "SELECT pg_backend_pid()"));
        found.add(
            value(
                client,
                "SELECT coalesce(string_agg(name || ' = ' || setting, ', '), '') FROM pg_settings"
                    + " WHERE source = 'session' AND lower(name) NOT IN "
                    + OF_EACH_CLIENT
                    // Of this very transaction.
                    + " AND name NOT LIKE 'transaction_%'"));
        found.add(
            value(
                client, "SELECT coalesce(string_agg(name, ', '), '') FROM pg_prepared_statements"));
        found.add(
            value(
                client,
                "SELECT CASE WHEN count(*) > 0 THEN 'advisory locks' ELSE '' END FROM pg_locks"
                    + " WHERE locktype = 'advisory' AND pid = pg_backend_pid()"));
        assertEquals("0", value(client, "SHOW lock_timeout"));
        assertEquals("0", value(client, "SHOW statement_timeout"));
      }
    } finally {
      for (var client : clients) {
        client.close();
      }
    }
    assertEquals(PgBouncer.SESSIONS, sessions.size());
    assertEquals(new TreeSet<>(List.of("")), found);
  }

  private static String value(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** Moves an application at two instances as far as a person and the provider can. */
  private static Moves paid(PackagedService instance, Api owner, String key) throws Exception {
    var id = sentUntilKnown(owner, key).applicationId();
    assertEquals(id, sentUntilKnown(Api.at(instance.uri(), owner.caller()), key).applicationId());
    var moves = new Moves(owner, staff(instance), id).feeConfirmed();
    PaymentProvider.to(instance.uri())
        .send(PaymentProvider.event(PaymentProvider.newTransaction(), id, "PAID"))
        .expect(204);
    return moves;
  }

  /** A pool that is just being filled may have no connection in time, and then nothing is begun. */
  private static Answer sentUntilKnown(Api api, String key) throws Exception {
    var answers = new AtomicReference<Answer>();
    Until.holds(
        "the outcome is known",
        () -> {
          answers.set(api.submit(key, SMALLEST));
          return answers.get().status() != 503;
        });
    return answers.get();
  }

  private static String number(Moves life) {
    return life.get().json().path("waybillNumber").textValue();
  }

  private static Api staff(PackagedService instance) {
    return Api.at(instance.uri(), Tokens.staff());
  }

  private static Answer post(Caller caller, String path) {
    return Api.at(one.uri(), caller).post(path);
  }

  private static int ready(PackagedService instance) {
    var api = Api.at(instance.uri(), Tokens.applicant());
    return api.send(api.withoutToken("/q/health/ready").GET()).status();
  }
}
