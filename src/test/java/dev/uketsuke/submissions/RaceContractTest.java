package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.OTHER;
import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Submissions that meet: equal ones at once, one behind an open rival, one whose client has gone.
 */
@QuarkusTest
@RealParts
class RaceContractTest {

  @Test
  void eightEqualSubmissionsAtOnceAreOne() throws Exception {
    oneCreatedOthersReplayed(8);
  }

  @RepeatedTest(20)
  void fiftyEqualSubmissionsAtOnceAreOne() throws Exception {
    oneCreatedOthersReplayed(50);
  }

  private static void oneCreatedOthersReplayed(int times) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    var answers = Concurrently.run(times, i -> RawHttp.submit(api, key, SMALLEST));

    assertEquals(1, count(answers, 201), answers::toString);
    assertEquals(times - 1, count(answers, 200), answers::toString);
    for (var answer : answers) {
      assertArrayEquals(answers.get(0).body(), answer.body());
    }
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void ofTwoContentsUnderOneKeyOneWins() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    var answers =
        Concurrently.run(20, i -> RawHttp.submit(api, key, i % 2 == 0 ? SMALLEST : OTHER));

    assertEquals(1, count(answers, 201), answers::toString);
    assertEquals(9, count(answers, 200), answers::toString);
    assertEquals(10, count(answers, 409), answers::toString);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void rivalThatCommitsIsReplayed() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    try (var rival = Tricks.openRival(template, key)) {
      var same = Concurrently.start(i -> api.submit(key, SMALLEST));
      rival.awaitWaiters(1);
      rival.commit();

      var replayed = same.get(1, TimeUnit.MINUTES).expect(200);
      assertEquals(rival.applicationId(), replayed.applicationId());
      assertEquals("true", replayed.header("Idempotent-Replayed"));
    }
    assertEquals(1, Rows.ofKey(key).applications());
  }

  @Test
  void rivalThatCommitsOtherContentIsAConflict() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    try (var rival = Tricks.openRival(template, key)) {
      var other = Concurrently.start(i -> api.submit(key, OTHER));
      rival.awaitWaiters(1);
      rival.commit();

      other.get(1, TimeUnit.MINUTES).expectProblem(409, "idempotency-key-conflict");
    }
  }

  @Test
  void rivalThatRollsBackLeavesTheKeyFree() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    try (var rival = Tricks.openRival(template, key)) {
      var same = Concurrently.start(i -> api.submit(key, SMALLEST));
      rival.awaitWaiters(1);
      rival.rollback();

      same.get(1, TimeUnit.MINUTES).expect(201);
    }
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void rivalThatStaysOpenIsReportedAsInProgress() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    try (var rival = Tricks.openRival(template, key)) {
      var waiting = api.submit(key, SMALLEST).expectProblem(409, "submission-in-progress");
      assertTrue(Integer.parseInt(waiting.header("Retry-After")) >= 1);
      rival.rollback();
    }
    api.submit(key, SMALLEST).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void duplicatesOfOneSlowKeyDoNotStarveOthers() throws Exception {
    var slow = Api.asApplicant();
    var template = slow.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    try (var rival = Tricks.openRival(template, key)) {
      var duplicates =
          Concurrently.start(i -> Concurrently.run(100, j -> RawHttp.submit(slow, key, SMALLEST)));
      rival.awaitWaiters(1);
      for (int i = 0; i < 20; i++) {
        Api.asApplicant().submit(newKey(), SMALLEST).expect(201);
      }
      for (var answer : duplicates.get(2, TimeUnit.MINUTES)) {
        answer.expectProblem(409, "submission-in-progress");
        assertNotNull(answer.header("Retry-After"));
      }
      rival.rollback();
    }
    // One that still waited for the rival may have become the application after its client was told
    // to ask again.
    assertOnceOnResend(slow, key);
  }

  /** Each of them waits for the database by itself, so only its account's share bounds them. */
  @Test
  void manySlowKeysOfOneAccountDoNotStarveOthers() throws Exception {
    var slow = Api.asApplicant();
    var account = slow.caller().issuer() + "|" + slow.caller().subject();
    Tricks.slowCommit("shipping_application", "account_id", account, Duration.ofSeconds(1))
        .during(
            () -> {
              var flood =
                  Concurrently.start(
                      i -> Concurrently.run(100, j -> RawHttp.submit(slow, newKey(), SMALLEST)));
              Tricks.awaitSlowWriter();
              for (int i = 0; i < 40; i++) {
                Api.asApplicant().submit(newKey(), SMALLEST).expect(201);
              }
              for (var answer : flood.get(2, TimeUnit.MINUTES)) {
                if (answer.status() != 201) {
                  answer.expectProblem(503, "temporarily-unavailable");
                  assertNotNull(answer.header("Retry-After"));
                }
              }
            });
  }

  /** Work that waits is run by another thread, often that of another request. */
  @Test
  void submissionThatWaitedKeepsTheTraceOfItsOwnRequest() throws Exception {
    var api = Api.asApplicant();
    var account = api.caller().issuer() + "|" + api.caller().subject();
    Tricks.slowCommit("shipping_application", "account_id", account, Duration.ofMillis(100))
        .during(
            () ->
                Concurrently.run(
                    40,
                    i -> {
                      var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-%016x-01".formatted(i + 1);
                      var request =
                          RawHttp.submission(
                              api,
                              SMALLEST,
                              "Idempotency-Key: " + newKey(),
                              "traceparent: " + trace);
                      var id = RawHttp.exchange(api.base(), request).expect(201).applicationId();
                      assertEquals(
                          trace,
                          TestDatabase.value(
                              "SELECT traceparent FROM outbox WHERE aggregateid = ?", id));
                      return id;
                    }));
  }

  /**
   * However the work of an account ends, its share of the pool is free again, and each of its keys
   * is good for one application.
   */
  @ParameterizedTest
  @ValueSource(strings = {"hang up", "pg_cancel_backend", "pg_terminate_backend"})
  void workThatBreaksOffTakesNoPlaceAwayFromItsAccount(String end) throws Exception {
    var api = Api.asApplicant();
    var account = api.caller().issuer() + "|" + api.caller().subject();
    var keys = Stream.generate(Api::newKey).limit(40).toList();
    Tricks.slowCommit("shipping_application", "account_id", account, Duration.ofSeconds(1))
        .during(
            () -> {
              if (end.equals("hang up")) {
                for (var key : keys) {
                  try (var connection = RawHttp.connect(api.base())) {
                    connection.send(RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key));
                  }
                }
                return;
              }
              var flood =
                  Concurrently.start(
                      all -> Concurrently.run(40, i -> RawHttp.submit(api, keys.get(i), SMALLEST)));
              Tricks.awaitSlowWriter();
              TestDatabase.value(
                  "SELECT count("
                      + end
                      + "(pid)) FROM pg_stat_activity"
                      + " WHERE datname = current_database() AND wait_event = 'PgSleep'");
              for (var answer : flood.get(2, TimeUnit.MINUTES)) {
                assertTrue(List.of(201, 503).contains(answer.status()), answer::toString);
              }
            });
    for (var key : keys) {
      Until.holds("recorded", () -> List.of(200, 201).contains(status(api, key)));
      assertEquals(Rows.ONE, Rows.ofKey(key));
    }
    // As many at once as have a place: one that was lost would make the others wait in vain.
    for (var answer : Concurrently.run(8, i -> api.submit(newKey(), SMALLEST))) {
      answer.expect(201);
    }
  }

  private static int status(Api api, String key) {
    return api.submit(key, SMALLEST).status();
  }

  @Test
  void duplicatesOfOneSlowWriteAreReplayedOrToldToWait() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    // The trigger fires for each duplicate too, so the last ones may wait longer than the lock
    // time-out.
    Tricks.slowKey(key, Duration.ofMillis(700))
        .during(
            () -> {
              var answers = Concurrently.run(50, i -> RawHttp.submit(api, key, SMALLEST));
              assertEquals(1, count(answers, 201), answers::toString);
              for (var answer : answers) {
                if (answer.status() == 409) {
                  answer.expectProblem(409, "submission-in-progress");
                } else {
                  assertTrue(List.of(200, 201).contains(answer.status()), answer::toString);
                }
              }
            });
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void clientThatHangsUpFindsItsApplicationOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      var api = Api.asApplicant();
      var key = newKey();
      try (var connection = RawHttp.connect(api.base())) {
        connection.send(RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key));
      }
      assertOnceOnResend(api, key);
    }
  }

  @Test
  void clientThatHangsUpDuringTheWriteFindsItsApplicationOnce() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    Tricks.slowKey(key, Duration.ofSeconds(1))
        .during(
            () -> {
              try (var connection = RawHttp.connect(api.base())) {
                connection.send(RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key));
                Tricks.awaitSlowWriter();
              }
              assertOnceOnResend(api, key);
            });
  }

  @Test
  void clientThatHangsUpInTheMiddleOfTheBodyLeavesNothing() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var whole = RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key);
    try (var connection = RawHttp.connect(api.base())) {
      connection.send(whole.substring(0, whole.length() - 5));
    }

    assertEquals("NOT_RECORDED", api.inquire(key).expect(200).json().path("state").asText());
    api.submit(key, SMALLEST).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  private static void assertOnceOnResend(Api api, String key) throws Exception {
    Until.holds(
        "resend is answered for good",
        () -> {
          var answer = api.submit(key, SMALLEST);
          if (answer.status() == 409) {
            answer.expectProblem(409, "submission-in-progress");
            return false;
          }
          assertTrue(List.of(200, 201).contains(answer.status()), answer::toString);
          return true;
        });
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  private static long count(List<Answer> answers, int status) {
    return answers.stream().filter(a -> a.status() == status).count();
  }
}
