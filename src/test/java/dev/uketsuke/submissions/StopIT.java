package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The packaged service is stopped, hard or gently, while it works: nothing acknowledged is lost,
 * nothing done twice.
 */
class StopIT {

  @BeforeEach
  void freshDatabase() {
    TestDatabase.create();
  }

  @Test
  void hardStopDuringTheWriteLeavesTheKeyUsable() throws Exception {
    var caller = Tokens.applicant();
    var key = newKey();
    try (var first = PackagedService.start()) {
      Tricks.slowKey(key, Duration.ofSeconds(3))
          .during(
              () -> {
                var lost =
                    Concurrently.start(i -> Api.at(first.uri(), caller).submit(key, SMALLEST));
                Tricks.awaitSlowWriter();
                first.kill();
                assertTrue(failed(lost));
              });
    }
    try (var second = PackagedService.start()) {
      assertOnceOnResend(Api.at(second.uri(), caller), key);
    }
  }

  @Test
  void hardStopUnderLoadLosesNothingAcknowledged() throws Exception {
    var caller = Tokens.applicant();
    var answers = new ConcurrentHashMap<String, Answer>();
    var sent = ConcurrentHashMap.<String>newKeySet();
    try (var first = PackagedService.start()) {
      var load = load(Api.at(first.uri(), caller), sent, answers);
      Until.holds("some are acknowledged", () -> answers.size() > 50);
      first.kill();
      load.get(1, TimeUnit.MINUTES);
    }
    try (var second = PackagedService.start()) {
      assertAllOnce(Api.at(second.uri(), caller), sent, answers);
    }
    assertEquals(0, Rows.orphans());
  }

  @Test
  void gentleStopUnderLoadAnswersOrRefusesCleanly() throws Exception {
    var caller = Tokens.applicant();
    var answers = new ConcurrentHashMap<String, Answer>();
    var sent = ConcurrentHashMap.<String>newKeySet();
    try (var first = PackagedService.start();
        var second = PackagedService.start()) {
      var load = load(Api.at(first.uri(), caller), sent, answers);
      Until.holds("some are acknowledged", () -> answers.size() > 50);
      first.terminate();
      first.awaitExit(Duration.ofSeconds(60));
      load.get(1, TimeUnit.MINUTES);

      for (var key : sent) {
        var answer = answers.get(key);
        if (answer == null) {
          // The connection was refused or closed: then nothing may have been done.
          assertEquals(Rows.NONE, Rows.ofKey(key), "cut off in the middle of its work");
        } else if (answer.status() != 201) {
          answer.expectProblem(503);
        }
      }
      assertAllOnce(Api.at(second.uri(), caller), sent, answers);
    }
  }

  @Test
  void gentleStopFinishesWhatIsInFlight() throws Exception {
    var caller = Tokens.applicant();
    var key = newKey();
    try (var service = PackagedService.start()) {
      Tricks.slowKey(key, Duration.ofSeconds(2))
          .during(
              () -> {
                var inFlight =
                    Concurrently.start(i -> Api.at(service.uri(), caller).submit(key, SMALLEST));
                Tricks.awaitSlowWriter();
                service.terminate();
                inFlight.get(1, TimeUnit.MINUTES).expect(201);
                service.awaitExit(Duration.ofSeconds(60));
              });
    }
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void severalInstancesMayStartAtOnceOnAnEmptyDatabaseAndActAsOne() throws Exception {
    var caller = Tokens.applicant();
    var key = newKey();
    var services = List.of(PackagedService.launch(Map.of()), PackagedService.launch(Map.of()));
    try {
      for (var service : services) {
        service.awaitReady();
      }
      var answers =
          Concurrently.run(20, i -> untilKnown(Api.at(services.get(i % 2).uri(), caller), key));
      assertEquals(1, answers.stream().filter(a -> a.status() == 201).count(), answers::toString);
      assertEquals(19, answers.stream().filter(a -> a.status() == 200).count(), answers::toString);
      assertEquals(Rows.ONE, Rows.ofKey(key));
    } finally {
      services.forEach(PackagedService::close);
    }
  }

  @Test
  void sameSubjectOfAnotherIssuerIsAnotherAccount() throws Exception {
    var caller = Tokens.applicant();
    var key = newKey();
    try (var service = PackagedService.start(Map.of("QUARKUS_OIDC_TOKEN_ISSUER", "any"))) {
      var one = Api.at(service.uri(), caller).submit(key, SMALLEST).expect(201);
      var two =
          Api.at(service.uri(), caller.at("https://elsewhere.example"))
              .submit(key, SMALLEST)
              .expect(201);
      assertNotEquals(one.applicationId(), two.applicationId());
    }
  }

  @Test
  void frozenRivalIsReportedAsInProgressAndFinishesWhenThawed() throws Exception {
    var caller = Tokens.applicant();
    var key = newKey();
    try (var frozen = PackagedService.start();
        var other = PackagedService.start()) {
      Tricks.slowKey(key, Duration.ofSeconds(2))
          .during(
              () -> {
                var first =
                    Concurrently.start(i -> Api.at(frozen.uri(), caller).submit(key, SMALLEST));
                Tricks.awaitSlowWriter();
                frozen.freeze();
                var meanwhile = Api.at(other.uri(), caller).submit(key, SMALLEST);
                assertTrue(List.of(200, 409).contains(meanwhile.status()), meanwhile::toString);
                frozen.thaw();
                first.get(1, TimeUnit.MINUTES);
              });
      assertOnceOnResend(Api.at(other.uri(), caller), key);
    }
  }

  /** Sixteen clients, each request on a connection of its own, until none can be had any more. */
  private static Future<List<Integer>> load(
      Api api, Set<String> sent, ConcurrentMap<String, Answer> answers) {
    return Concurrently.start(
        i ->
            Concurrently.run(
                16,
                client -> {
                  int count = 0;
                  while (true) {
                    var key = newKey();
                    try (var connection = RawHttp.connect(api.base())) {
                      sent.add(key);
                      connection.send(RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key));
                      answers.put(key, connection.answer());
                      count++;
                    } catch (ConnectException gone) {
                      return count;
                    } catch (IOException cut) {
                      // Judged afterwards, by the rows.
                    }
                  }
                }));
  }

  private static void assertAllOnce(Api api, Set<String> sent, Map<String, Answer> answers) {
    assertFalse(sent.isEmpty());
    for (var key : sent) {
      var again = api.submit(key, SMALLEST);
      var first = answers.get(key);
      if (first != null && first.status() == 201) {
        again.expect(200);
        assertArrayEquals(first.body(), again.body());
      } else {
        assertTrue(List.of(200, 201).contains(again.status()), again::toString);
      }
      assertEquals(Rows.ONE, Rows.ofKey(key));
    }
  }

  private static void assertOnceOnResend(Api api, String key) throws Exception {
    Until.holds(
        "resend is answered for good",
        () -> List.of(200, 201).contains(api.submit(key, SMALLEST).status()));
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  private static boolean failed(Future<Answer> request) throws Exception {
    try {
      request.get(1, TimeUnit.MINUTES);
      return false;
    } catch (ExecutionException cut) {
      return true;
    }
  }

  /** What a client does that is told its submission is in progress: it sends again. */
  private static Answer untilKnown(Api api, String key) throws Exception {
    var answer = RawHttp.submit(api, key, SMALLEST);
    while ("submission-in-progress".equals(answer.problem())) {
      answer = RawHttp.submit(api, key, SMALLEST);
    }
    return answer;
  }
}
