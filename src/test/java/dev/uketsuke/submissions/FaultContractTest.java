package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.OTHER;
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
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults of the database: never reported as success, nothing kept by halves, and the same key works
 * afterwards.
 */
@QuarkusTest
@RealParts
class FaultContractTest {

  @ParameterizedTest
  @ValueSource(strings = {"shipping_application", "application_history", "outbox"})
  void failingWriteLeavesNothingAndIsNotRemembered(String table) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var orphans = Rows.orphans();

    Tricks.failingWrite(table)
        .during(
            () -> {
              var failed = api.submit(key, SMALLEST);
              assertTrue(failed.status() >= 500, failed::toString);
              failed.expectProblem(failed.status());
            });

    assertEquals(Rows.NONE, Rows.ofKey(key));
    assertEquals(orphans, Rows.orphans());
    assertEquals("NOT_RECORDED", api.inquire(key).expect(200).json().path("state").asText());
    api.submit(key, OTHER).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  /** It says nothing of the server, so the pool keeps all of its connections. */
  @Test
  void writeSlowerThanTheStatementTimeoutIsUnknown() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    Concurrently.run(16, i -> Api.asApplicant().submit(newKey(), SMALLEST).expect(201));
    var sessions = sessions();

    Tricks.slowKey(key, Duration.ofSeconds(8))
        .during(
            () -> {
              var unknown = api.submit(key, SMALLEST).expectProblem(503, "outcome-unknown");
              assertTrue(Integer.parseInt(unknown.header("Retry-After")) >= 1);
            });

    api.submit(key, SMALLEST).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(key));
    assertTrue(sessions().containsAll(sessions), "connections of the pool were closed");
  }

  /** The sessions of the pool; the one that watches the database is replaced now and then. */
  private static Set<String> sessions() {
    return Set.of(
        TestDatabase.value(
                "SELECT string_agg(pid::text, ',') FROM pg_stat_activity WHERE usename = ?"
                    + " AND datname = current_database()"
                    + " AND query NOT LIKE '%pg_is_in_recovery%'",
                TestDatabase.USER)
            .split(","));
  }

  @Test
  void slowWriteOfOneAccountDoesNotHoldUpOthers() throws Exception {
    var slow = Api.asApplicant();
    var key = newKey();

    Tricks.slowKey(key, Duration.ofSeconds(3))
        .during(
            () -> {
              var waiting = Concurrently.start(i -> slow.submit(key, SMALLEST));
              Tricks.awaitSlowWriter();
              for (int i = 0; i < 20; i++) {
                Api.asApplicant().submit(newKey(), SMALLEST).expect(201);
              }
              waiting.get(1, TimeUnit.MINUTES).expect(201);
            });
  }

  @Test
  void connectionLostDuringTheWriteIsUnknown() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    Tricks.slowKey(key, Duration.ofSeconds(4))
        .during(
            () -> {
              var lost = Concurrently.start(i -> api.submit(key, SMALLEST));
              Tricks.awaitSlowWriter();
              terminate("wait_event = 'PgSleep'");
              lost.get(1, TimeUnit.MINUTES).expectProblem(503, "outcome-unknown");
            });

    api.submit(key, SMALLEST).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void connectionsLostWhileIdleAreReplaced() {
    var api = Api.asApplicant();
    var key = newKey();
    api.submit(newKey(), SMALLEST).expect(201);
    terminate("usename = '" + TestDatabase.USER + "'");

    // Each dead connection of the pool may cost one honest "not known"; none may cost a wrong
    // answer.
    var answer = api.submit(key, SMALLEST);
    for (int i = 0; i < 50 && answer.status() == 503; i++) {
      answer.expectProblem(503);
      answer = api.submit(key, SMALLEST);
    }
    assertTrue(answer.status() == 201 || answer.status() == 200, answer::toString);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void serverThatTakesNoConnectionsIsNotBegun() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    api.submit(newKey(), SMALLEST).expect(201);

    TestDatabase.execute("ALTER ROLE " + TestDatabase.USER + " NOLOGIN");
    try {
      terminate("usename = '" + TestDatabase.USER + "'");
      // Connections that died in the pool may still be tried once each, before new ones are asked
      // for.
      var answer = api.submit(key, SMALLEST);
      for (int i = 0; i < 50 && "outcome-unknown".equals(answer.problem()); i++) {
        answer = api.submit(key, SMALLEST);
      }
      answer.expectProblem(503, "temporarily-unavailable");
      assertTrue(Integer.parseInt(answer.header("Retry-After")) >= 1);
    } finally {
      TestDatabase.execute("ALTER ROLE " + TestDatabase.USER + " LOGIN");
    }

    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  /**
   * The bound is the client's own patience: a multiple of the socket time-out, one for each idle
   * connection of the pool, would be beyond it.
   */
  @Test
  void frozenServerIsNotWaitedForOnceForEachConnection() throws Exception {
    var api = Api.asApplicant();
    // Every connection of the pool lies idle when the server freezes.
    Tricks.slowWrite("outbox", "aggregatetype", "application", Duration.ofMillis(500))
        .during(
            () ->
                Concurrently.run(
                    16, i -> Api.asApplicant().submit(newKey(), SMALLEST).expect(201)));
    var keys = Stream.generate(Api::newKey).limit(4).toList();
    var patience = Duration.ofSeconds(20);

    Tricks.frozenServer()
        .during(
            () -> {
              assertNotKnown(impatient(api, keys.get(0), patience));
              for (var answer :
                  Concurrently.run(3, i -> impatient(api, keys.get(i + 1), patience))) {
                assertNotKnown(answer);
              }
            });

    for (var key : keys) {
      Until.holds("thawed", () -> api.submit(key, SMALLEST).status() < 300);
      assertEquals(Rows.ONE, Rows.ofKey(key));
    }
  }

  /**
   * Each connection of the pool has its statements prepared, with the types that columns had then.
   */
  @Test
  void statementsPreparedBeforeAMigrationAreDoneAgain() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var id = api.submit(key, SMALLEST).expect(201).applicationId();
    prepared(api, key, id);
    try {
      for (var column : List.of("client_reference", "recipient_name", "waybill_number")) {
        TestDatabase.execute(
            "ALTER TABLE shipping_application ALTER COLUMN " + column + " TYPE varchar(300)");
        prepared(api, key, id);
      }
      api.submit(newKey(), SMALLEST).expect(201);
    } finally {
      for (var column : List.of("client_reference", "recipient_name", "waybill_number")) {
        TestDatabase.execute(
            "ALTER TABLE shipping_application ALTER COLUMN " + column + " TYPE text");
      }
    }
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  /** Replays, inquires and reads on all connections of the pool, more often than once each. */
  private static void prepared(Api api, String key, String id) throws Exception {
    Concurrently.run(
        16,
        all -> {
          for (int i = 0; i < 8; i++) {
            api.submit(key, SMALLEST).expect(200);
            api.inquire(key).expect(200);
            api.get(Api.APPLICATIONS + "/" + id).expect(200);
            api.get(Api.APPLICATIONS).expect(200);
          }
          return null;
        });
  }

  private static Answer impatient(Api api, String key, Duration patience) {
    return api.send(
        api.request(Api.APPLICATIONS)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .timeout(patience)
            .POST(BodyPublishers.ofString(SMALLEST)));
  }

  private static void assertNotKnown(Answer answer) {
    answer.expectProblem(503);
    assertTrue(
        List.of("outcome-unknown", "temporarily-unavailable").contains(answer.problem()),
        answer::toString);
    assertTrue(Integer.parseInt(answer.header("Retry-After")) >= 1);
  }

  private static void terminate(String which) {
    TestDatabase.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid() AND "
            + which);
  }
}
