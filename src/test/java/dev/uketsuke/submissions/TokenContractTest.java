package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.OTHER;
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
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Submission tokens: issued, spent once, never burned, and replayed ever after. */
@QuarkusTest
@RealParts
class TokenContractTest {

  private static final String BY_TOKEN =
      " FROM submission_token WHERE token_hash = sha256(?::text::bytea)";

  @Test
  void tokenIsIssuedUnguessableAndStoredHashed() {
    var api = Api.asApplicant();
    var before = databaseNow();

    var issued = api.post("/v1/submission-tokens").expect(201);

    var after = databaseNow();
    var token = issued.json().path("token").asText();
    assertTrue(token.matches("st_[A-Za-z0-9_-]+"), token);
    assertTrue(Base64.getUrlDecoder().decode(token.substring(3)).length >= 16, token);
    assertEquals("no-store", issued.header("Cache-Control"));
    var expiresAt = Instant.parse(issued.json().path("expiresAt").asText());
    var lifetime = Duration.ofMinutes(5);
    assertFalse(expiresAt.isBefore(before.plus(lifetime).minusMillis(1)), issued::toString);
    assertFalse(expiresAt.isAfter(after.plus(lifetime)), issued::toString);
    assertEquals(
        "0",
        TestDatabase.value(
            "SELECT count(*) FROM submission_token t WHERE t::text LIKE '%' || ? || '%'", token));
    assertEquals(
        api.caller().issuer() + "|" + api.caller().subject(),
        TestDatabase.value("SELECT account_id" + BY_TOKEN, token));
    assertNotEquals(token, api.issueToken());
  }

  @Test
  void askingForATokenNeedsACredential() {
    var api = Api.asApplicant();
    api.send(api.withoutToken("/v1/submission-tokens").POST(BodyPublishers.noBody()))
        .expectProblem(401, "authentication-required");
  }

  @Test
  void spentTokenIsReplayedOrConflictsLikeAnyKey() {
    var api = Api.asApplicant();
    var token = api.issueToken();

    var created = api.submit("\"" + token + "\"", SMALLEST).expect(201);

    assertFalse(isThere(token));
    assertEquals(Rows.ONE, Rows.ofKey(token));
    var replayed = api.submit(token, SMALLEST).expect(200);
    assertArrayEquals(created.body(), replayed.body());
    assertEquals("true", replayed.header("Idempotent-Replayed"));
    api.submit(token, OTHER).expectProblem(409, "idempotency-key-conflict");
    assertEquals("RECORDED", api.inquire(token).json().path("state").asText());
  }

  @Test
  void liveTokenIsNotRecordedAndAskingDoesNotSpendIt() {
    var api = Api.asApplicant();
    var token = api.issueToken();

    assertEquals("NOT_RECORDED", api.inquire(token).expect(200).json().path("state").asText());

    api.submit(token, SMALLEST).expect(201);
  }

  @Test
  void thirtySubmissionsAtOnceWithOneTokenAreOne() throws Exception {
    var api = Api.asApplicant();
    var token = api.issueToken();

    var answers = Concurrently.run(30, i -> RawHttp.submit(api, token, SMALLEST));

    assertEquals(1, count(answers, 201), answers::toString);
    assertEquals(29, count(answers, 200), answers::toString);
    for (var answer : answers) {
      assertArrayEquals(answers.get(0).body(), answer.body());
    }
    assertEquals(Rows.ONE, Rows.ofKey(token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"st_", "st_unknown", "st_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void keyThatOnlyLooksLikeATokenIsRefused(String key) {
    var api = Api.asApplicant();
    api.submit(key, SMALLEST).expectProblem(400, "submission-token-invalid");
    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @Test
  void tokenOfAnotherAccountLooksLikeAnUnknownOneAndStaysGood() {
    var owner = Api.asApplicant();
    var stranger = Api.asApplicant();
    var token = owner.issueToken();

    var live = stranger.submit(token, SMALLEST).expectProblem(400, "submission-token-invalid");
    var created = owner.submit(token, SMALLEST).expect(201);
    var spent = stranger.submit(token, SMALLEST).expectProblem(400, "submission-token-invalid");

    assertEquals(live.textWithoutRequest(), spent.textWithoutRequest());
    assertFalse(spent.text().contains(created.applicationId()));
    assertEquals(Rows.ONE, Rows.ofKey(token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"shipping_application", "application_history", "outbox"})
  void refusedAndFailedSubmissionsDoNotSpendTheToken(String table) throws Exception {
    var api = Api.asApplicant();
    var token = api.issueToken();

    api.submit(token, "{\"origin\":\"AU\"}").expectProblem(400, "invalid-request");
    api.submit(token, "{").expectProblem(400, "malformed-json");
    assertTrue(isThere(token));
    Tricks.failingWrite(table)
        .during(
            () -> {
              var failed = api.submit(token, SMALLEST);
              assertTrue(failed.status() >= 500, failed::toString);
            });
    assertTrue(isThere(token));
    assertEquals(Rows.NONE, Rows.ofKey(token));

    api.submit(token, OTHER).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(token));
  }

  @Test
  void expiredTokenIsRefusedUnlessItWasSpentBefore() {
    var api = Api.asApplicant();
    var spent = api.issueToken();
    api.submit(spent, SMALLEST).expect(201);
    var unspent = api.issueToken();
    expire(unspent);

    api.submit(unspent, SMALLEST).expectProblem(400, "submission-token-invalid");
    assertEquals(Rows.NONE, Rows.ofKey(unspent));
    api.submit(spent, SMALLEST).expect(200);
  }

  @Test
  void rivalThatHoldsTheTokenIsReportedAsInProgress() throws Exception {
    var api = Api.asApplicant();
    var token = api.issueToken();

    try (var rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      spend(rival, token);
      var waiting = api.submit(token, SMALLEST).expectProblem(409, "submission-in-progress");
      assertTrue(Integer.parseInt(waiting.header("Retry-After")) >= 1);
      rival.rollback();
    }
    api.submit(token, SMALLEST).expect(201);
    assertEquals(Rows.ONE, Rows.ofKey(token));
  }

  @Test
  void tokenThatExpiresWhileItsFirstSubmissionIsOpenIsNotCalledInvalid() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var token = api.issueToken();
    expire(token); // after the rival began, as far as anybody can see

    try (var rival = TestDatabase.connect();
        var application = Tricks.openRival(template, token)) {
      rival.setAutoCommit(false);
      spend(rival, token);
      api.submit(token, SMALLEST).expectProblem(409, "submission-in-progress");
      var same = Concurrently.start(i -> api.submit(token, SMALLEST));
      awaitLockWaiter();
      application.commit();
      rival.commit();
      var replayed = same.get(1, TimeUnit.MINUTES).expect(200);
      assertEquals(application.applicationId(), replayed.applicationId());
    }
  }

  @Test
  void fiftyAtOnceDoNotGetMoreLiveTokensThanTheCeiling() throws Exception {
    var api = Api.asApplicant();
    var account = api.caller().issuer() + "|" + api.caller().subject();
    TestDatabase.update(
        "INSERT INTO submission_token (token_hash, account_id, expires_at)"
            + " SELECT sha256(convert_to(? || n, 'UTF8')), ?, now() + interval '1 hour'"
            + " FROM generate_series(1, 80) n",
        account,
        account);
    var expired = api.issueToken();
    expire(expired);

    List<Answer> answers;
    // Those that count at once do so before any of them has committed.
    var slow = Tricks.slowWrite("submission_token", "account_id", account, Duration.ofMillis(20));
    try {
      answers = Concurrently.run(50, i -> api.post("/v1/submission-tokens"));
    } finally {
      slow.close();
    }

    assertEquals(20, count(answers, 201), answers::toString);
    for (var answer : answers) {
      if (answer.status() != 201) {
        answer.expectProblem(429, "too-many-requests");
        int seconds = Integer.parseInt(answer.header("Retry-After"));
        assertTrue(seconds >= 1 && seconds <= 300, answer::toString);
      }
    }
    var spent = answers.stream().filter(a -> a.status() == 201).findFirst().orElseThrow().json();
    api.submit(spent.path("token").asText(), SMALLEST).expect(201);
    api.post("/v1/submission-tokens").expect(201);
    api.post("/v1/submission-tokens").expect(429);
    Api.asApplicant().post("/v1/submission-tokens").expect(201);
  }

  private static void spend(Connection connection, String token) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE" + BY_TOKEN)) {
      delete.setString(1, token);
      assertEquals(1, delete.executeUpdate());
    }
  }

  private static void awaitLockWaiter() throws Exception {
    Until.holds(
        "the submission waits for the token",
        () ->
            !"0"
                .equals(
                    TestDatabase.value(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                            + " AND wait_event_type = 'Lock' AND query LIKE '%submission_token%'")));
  }

  private static boolean isThere(String token) {
    return !"0".equals(TestDatabase.value("SELECT count(*)" + BY_TOKEN, token));
  }

  static void expire(String token) {
    assertEquals(
        1,
        TestDatabase.update(
            "UPDATE submission_token SET expires_at = now() - interval '1 second'"
                + " WHERE token_hash = sha256(?::text::bytea)",
            token));
  }

  private static Instant databaseNow() {
    return Instant.parse(
        TestDatabase.value(
            "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
  }

  private static long count(List<Answer> answers, int status) {
    return answers.stream().filter(a -> a.status() == status).count();
  }
}
