package dev.uketsuke.tokens;

import static dev.uketsuke.support.Api.OTHER;
import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two packaged instances, as far apart in time zones as can be, on one database: they act as one.
 */
class AgeingIT {

  private final Caller caller = Tokens.applicant();
  private final Caller machine = Tokens.service();
  private PackagedService tokyo;
  private PackagedService losAngeles;

  @BeforeEach
  void freshDatabase() {
    TestDatabase.create();
    TestDatabase.execute(
        "ALTER ROLE " + TestDatabase.USER + " SET timezone = 'Pacific/Kiritimati'");
  }

  @AfterEach
  void stop() {
    TestDatabase.execute("ALTER ROLE " + TestDatabase.USER + " RESET timezone");
    tokyo.close();
    losAngeles.close();
  }

  private void start(Map<String, String> environment) throws Exception {
    tokyo = PackagedService.launch(in("Asia/Tokyo", environment));
    losAngeles = PackagedService.launch(in("America/Los_Angeles", environment));
    tokyo.awaitReady();
    losAngeles.awaitReady();
  }

  private static Map<String, String> in(String zone, Map<String, String> environment) {
    var all = new HashMap<>(environment);
    all.put("TZ", zone);
    all.put("JAVA_TOOL_OPTIONS", "-Duser.timezone=" + zone);
    return all;
  }

  @Test
  void timeZonesChangeNothing() throws Exception {
    start(Map.of("UKETSUKE_DATA_RETENTION", "PT1H"));
    var east = Api.at(tokyo.uri(), caller);
    var west = Api.at(losAngeles.uri(), caller);

    var key = newKey();
    var created = east.submit(key, SMALLEST).expect(201);
    var replayed = west.submit(key, SMALLEST).expect(200);
    assertArrayEquals(created.body(), replayed.body());
    assertEquals(created.header("Idempotency-Expires"), replayed.header("Idempotency-Expires"));
    assertEquals(
        Duration.ofDays(30),
        Duration.between(instant(created, "acceptedAt"), instant(created, "keyExpiresAt")));
    assertEquals(
        Long.parseLong(
            TestDatabase.value(
                "SELECT (extract(epoch FROM key_expires_at) * 1000)::bigint FROM shipping_application"
                    + " WHERE idempotency_key = ?",
                key)),
        instant(created, "keyExpiresAt").toEpochMilli());
    assertArrayEquals(
        east.get(created.header("Location")).body(), west.get(created.header("Location")).body());

    assertJobsKeepTo(east, west);
  }

  /**
   * What is due by an hour or less is due, and what is not is not, on both sides of the date line.
   */
  private void assertJobsKeepTo(Api east, Api west) {
    for (var jobs : List.of(Api.at(tokyo.uri(), machine), Api.at(losAngeles.uri(), machine))) {
      var live = east.issueToken();
      var past = west.issueToken();
      end(past, "- interval '1 second'");
      end(live, "+ interval '1 minute'");
      var due = finished(east, "interval '1 hour'");
      var notDue = finished(west, "interval '59 minutes'");

      var counts = jobs.post("/v1/jobs/retention").expect(200).json().path("counts");

      assertEquals(1, counts.path("tokensExpired").asInt(), counts::toString);
      assertEquals(1, counts.path("applicationsErased").asInt(), counts::toString);
      assertEquals("t", erased(due));
      assertEquals("f", erased(notDue));
      west.submit(past, SMALLEST).expectProblem(400, "submission-token-invalid");
      west.submit(live, SMALLEST).expect(201);
      TestDatabase.update(
          "UPDATE shipping_application SET erased_at = now() WHERE id = ?::uuid", notDue);
    }
  }

  @Test
  void twoInstancesSpendATokenOnce() throws Exception {
    start(Map.of());
    for (int round = 0; round < 5; round++) {
      var token = Api.at(tokyo.uri(), caller).issueToken();
      var answers = Concurrently.run(30, i -> RawHttp.submit(at(i, caller), token, SMALLEST));
      assertEquals(1, count(answers, 201), answers::toString);
      assertEquals(29, count(answers, 200), answers::toString);
      assertEquals(Rows.ONE, Rows.ofKey(token));
    }
  }

  @Test
  void twoInstancesKeepOneCeilingOnTokensAndOneOnNewKeys() throws Exception {
    start(
        Map.of(
            "UKETSUKE_NEW_KEYS_PER_MINUTE", "7",
            "UKETSUKE_SUBMISSION_TOKENS_MAX_LIVE", "10"));

    var issued = Concurrently.run(50, i -> at(i, caller).post("/v1/submission-tokens"));
    assertEquals(10, count(issued, 201), issued::toString);
    assertEquals(40, count(issued, 429), issued::toString);

    var keys = new ArrayList<String>();
    issued.stream()
        .filter(a -> a.status() == 201)
        .forEach(a -> keys.add(a.json().path("token").asText()));
    while (keys.size() < 24) {
      keys.add(newKey());
    }
    var answers = Concurrently.run(24, i -> RawHttp.submit(at(i, caller), keys.get(i), SMALLEST));
    assertEquals(7, count(answers, 201), answers::toString);
    for (int i = 0; i < 24; i++) {
      var answer = answers.get(i);
      assertEquals("\"new-keys\";q=7;w=60", answer.header("RateLimit-Policy"));
      if (answer.status() != 201) {
        answer.expectProblem(429, "too-many-requests");
        int seconds = Integer.parseInt(answer.header("Retry-After"));
        assertTrue(seconds >= 1 && seconds <= 60, answer::toString);
        assertEquals("\"new-keys\";r=0;t=" + seconds, answer.header("RateLimit"));
        assertEquals(Rows.NONE, Rows.ofKey(keys.get(i)));
        assertEquals(
            "NOT_RECORDED", at(i, caller).inquire(keys.get(i)).json().path("state").asText());
      } else {
        at(i + 1, caller).submit(keys.get(i), SMALLEST).expect(200);
      }
    }
    Api.at(tokyo.uri(), Tokens.applicant()).submit(newKey(), SMALLEST).expect(201);
    TestDatabase.execute("UPDATE new_key_window SET started_at = started_at - interval '1 minute'");
    for (int i = 0; i < 24; i++) {
      if (answers.get(i).status() != 201) {
        at(i, caller).submit(keys.get(i), SMALLEST).expect(201);
        break;
      }
    }
  }

  @Test
  void requiredTokensAreRequiredAndOldKeysStillAnswered() throws Exception {
    tokyo = PackagedService.start();
    losAngeles = PackagedService.start(Map.of("UKETSUKE_SUBMISSION_TOKENS_REQUIRED", "true"));
    var open = Api.at(tokyo.uri(), caller);
    var strict = Api.at(losAngeles.uri(), caller);
    var old = newKey();
    open.submit(old, SMALLEST).expect(201);

    strict.submit(old, SMALLEST).expect(200);
    strict.submit(old, OTHER).expectProblem(409, "idempotency-key-conflict");
    var key = newKey();
    strict.submit(key, SMALLEST).expectProblem(400, "submission-token-required");
    assertEquals(Rows.NONE, Rows.ofKey(key));
    strict.submit(strict.issueToken(), SMALLEST).expect(201);
    open.submit(key, SMALLEST).expect(201);
  }

  @Test
  void purgeRacingResendsLosesNothingAndCreatesNothingTwice() throws Exception {
    start(
        Map.of(
            "UKETSUKE_SUBMISSION_TOKENS_LIFETIME", "PT1S",
            "UKETSUKE_DATA_RETENTION", "PT1S",
            "UKETSUKE_JOBS_RETENTION_EVERY", "PT1S"));
    var results =
        Concurrently.run(
            8,
            i -> {
              var seen = new HashMap<String, List<Integer>>();
              if (i < 2) {
                for (int n = 0; n < 40; n++) {
                  at(n, machine).post("/v1/jobs/retention").expect(200);
                }
                return seen;
              }
              for (int n = 0; n < 12; n++) {
                var token = at(n, caller).issueToken();
                if (n % 3 == 2) {
                  awaitEnd(token);
                }
                var statuses = new ArrayList<Integer>();
                for (int again = 0; again < 4; again++) {
                  var answer = at(again, caller).submit(token, SMALLEST);
                  statuses.add(answer.status());
                  if (answer.status() == 201) {
                    TestDatabase.update(
                        "UPDATE shipping_application SET status = 'CANCELLED',"
                            + " updated_at = now() - interval '1 hour' WHERE idempotency_key = ?",
                        token);
                  }
                }
                seen.put(token, statuses);
              }
              return seen;
            });

    for (var seen : results) {
      seen.forEach(
          (token, statuses) -> {
            var accepted = statuses.get(0) == 201;
            assertEquals(
                accepted ? List.of(201, 200, 200, 200) : List.of(400, 400, 400, 400), statuses);
            assertEquals(accepted ? Rows.ONE : Rows.NONE, Rows.ofKey(token));
          });
    }
    // The schedule finishes what the requests left, without being asked.
    Until.holds(
        "all is removed and erased",
        () ->
            "0".equals(TestDatabase.value("SELECT count(*) FROM submission_token"))
                && "0"
                    .equals(
                        TestDatabase.value(
                            "SELECT count(*) FROM shipping_application WHERE erased_at IS NULL")));
  }

  private static void awaitEnd(String token) throws Exception {
    Until.holds(
        "the token has ended",
        () ->
            "0"
                .equals(
                    TestDatabase.value(
                        "SELECT count(*) FROM submission_token"
                            + " WHERE token_hash = sha256(?::text::bytea) AND expires_at > now()",
                        token)));
  }

  private Api at(int index, Caller who) {
    return Api.at(index % 2 == 0 ? tokyo.uri() : losAngeles.uri(), who);
  }

  private static String finished(Api api, String since) {
    var id = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    TestDatabase.update(
        "UPDATE shipping_application SET status = 'DELIVERED', updated_at = now() - "
            + since
            + " WHERE id = ?::uuid",
        id);
    return id;
  }

  private static String erased(String id) {
    return TestDatabase.value(
        "SELECT erased_at IS NOT NULL FROM shipping_application WHERE id = ?::uuid", id);
  }

  private static void end(String token, String when) {
    TestDatabase.update(
        "UPDATE submission_token SET expires_at = now() "
            + when
            + " WHERE token_hash = sha256(?::text::bytea)",
        token);
  }

  private static Instant instant(Answer answer, String member) {
    return Instant.parse(answer.json().path(member).asText());
  }

  private static long count(List<Answer> answers, int status) {
    return answers.stream().filter(a -> a.status() == status).count();
  }
}
