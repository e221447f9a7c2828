package dev.uketsuke.submissions;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two packaged instances, as far apart in time zones as can be, on one database: they act as one.
 */
class AgeingIT {

  private static PackagedService tokyo;
  private static PackagedService losAngeles;

  private final Caller caller = Tokens.applicant();
  private final Caller machine = Tokens.service();

  @BeforeAll
  static void start() throws Exception {
    TestDatabase.create();
    TestDatabase.execute(
        "ALTER ROLE " + TestDatabase.USER + " SET timezone = 'Pacific/Kiritimati'");
    tokyo = PackagedService.start(in("Asia/Tokyo"));
    losAngeles = PackagedService.start(in("America/Los_Angeles"));
  }

  @AfterAll
  static void stop() {
    TestDatabase.execute("ALTER ROLE " + TestDatabase.USER + " RESET timezone");
    tokyo.close();
    losAngeles.close();
  }

  private static Map<String, String> in(String zone) {
    return Map.of(
        "TZ", zone,
        "JAVA_TOOL_OPTIONS", "-Duser.timezone=" + zone,
        "UKETSUKE_DATA_RETENTION", "PT1H",
        "UKETSUKE_NEW_KEYS_PER_MINUTE", "7",
        "UKETSUKE_SUBMISSION_TOKENS_MAX_LIVE", "10",
        "UKETSUKE_JOBS_RETENTION_EVERY", "PT1S");
  }

  @Test
  void timeZonesChangeNothing() throws Exception {
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

  /** What is due is dealt with, what is not is not, on either side of the date line. */
  private void assertJobsKeepTo(Api east, Api west) throws Exception {
    for (var jobs : List.of(Api.at(tokyo.uri(), machine), Api.at(losAngeles.uri(), machine))) {
      var live = east.issueToken();
      var past = west.issueToken();
      end(past, "- interval '1 second'");
      end(live, "+ interval '1 minute'");
      var due = finished(east, "interval '1 hour'");
      var notDue = finished(west, "interval '59 minutes'");

      // Again, for the schedule of the other instance may have been at it.
      Until.holds(
          "what is due is done",
          () -> {
            jobs.post("/v1/jobs/retention").expect(200);
            return "t".equals(erased(due)) && tokens(past) == 0;
          });

      assertEquals("f", erased(notDue));
      assertEquals(1, tokens(live));
      west.submit(past, SMALLEST).expectProblem(400, "submission-token-invalid");
      west.submit(live, SMALLEST).expect(201);
    }
  }

  @Test
  void twoInstancesSpendATokenOnce() throws Exception {
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
    try (var requiring =
        PackagedService.start(Map.of("UKETSUKE_SUBMISSION_TOKENS_REQUIRED", "true"))) {
      requiredTokens(Api.at(tokyo.uri(), caller), Api.at(requiring.uri(), caller));
    }
  }

  private static void requiredTokens(Api open, Api strict) {
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
    var results =
        Concurrently.run(
            8,
            i -> {
              var seen = new HashMap<String, List<Integer>>();
              for (int n = 0; n < 12; n++) {
                if (i < 2) {
                  at(n, machine).post("/v1/jobs/retention").expect(200);
                } else {
                  var applicant = Tokens.applicant();
                  var token = at(n, applicant).issueToken();
                  // Some have ended, some end just now, some are good.
                  end(
                      token,
                      List.of("- interval '1 s'", "+ interval '20 ms'", "+ interval '1 h'")
                          .get(n % 3));
                  seen.put(token, statusesOfFour(applicant, token));
                }
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
  }

  /** Sends four times, on either instance; once accepted, the application is due for erasure. */
  private List<Integer> statusesOfFour(Caller applicant, String token) throws Exception {
    var statuses = new ArrayList<Integer>();
    for (int attempt = 0; attempt < 4; attempt++) {
      var answer = at(attempt, applicant).submit(token, SMALLEST);
      statuses.add(answer.status());
      if (answer.status() == 201) {
        finish(answer.applicationId(), "interval '2 hours'");
      }
    }
    if (statuses.contains(201)) {
      // By the schedule, without being asked.
      Until.holds("it is erased", () -> "t".equals(erased(applicationOf(token))));
    }
    return statuses;
  }

  private static int tokens(String token) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM submission_token WHERE token_hash = sha256(?::text::bytea)",
            token));
  }

  private static String applicationOf(String key) {
    return TestDatabase.value("SELECT id FROM shipping_application WHERE idempotency_key = ?", key);
  }

  private Api at(int index, Caller who) {
    return Api.at(index % 2 == 0 ? tokyo.uri() : losAngeles.uri(), who);
  }

  private static String finished(Api api, String since) {
    var id = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    finish(id, since);
    return id;
  }

  private static void finish(String id, String since) {
    TestDatabase.update(
        "UPDATE shipping_application SET status = 'DELIVERED', updated_at = now() - "
            + since
            + " WHERE id = ?::uuid",
        id);
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
