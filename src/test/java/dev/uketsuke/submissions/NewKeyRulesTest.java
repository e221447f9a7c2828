package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.OTHER;
import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.database.Connections;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.outbox.WakeRelay;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tricks;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which keys are taken for a new application, and how many, where the installation restricts it.
 */
@QuarkusTest
@RealParts
class NewKeyRulesTest {

  @Inject AgroalDataSource dataSource;
  @Inject Connections connections;
  @Inject DatabaseLimits limits;
  @Inject InsertSubmission insert;
  @Inject SubmissionProbe probe;
  @Inject ContentReading reading;
  @Inject Transactions transactions;
  @Inject ForgetNewKeyWindows forgetting;
  @Inject WakeRelay wakeRelay;

  @Test
  void requiredTokensRefuseOtherNewKeysAndLeaveNothing() {
    var api = Api.asApplicant();
    var key = newKey();
    var intake = requiringTokens();

    assertEquals(Kind.TOKEN_REQUIRED, submit(intake, api, key, SMALLEST).kind());
    assertEquals(Rows.NONE, Rows.ofKey(key));
    assertEquals(Kind.CREATED, submit(intake, api, api.issueToken(), SMALLEST).kind());
  }

  @Test
  void keysFromBeforeTokensWereRequiredAreStillAnswered() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);
    var intake = requiringTokens();

    var replayed = submit(intake, api, key, SMALLEST);
    assertEquals(Kind.REPLAYED, replayed.kind());
    assertEquals(created.text(), replayed.receipt().json());
    assertEquals(Kind.CONFLICT, submit(intake, api, key, OTHER).kind());
    SubmitContractTest.expire(key);
    assertEquals(Kind.EXPIRED, submit(intake, api, key, SMALLEST).kind());
  }

  @Test
  void openSubmissionFromBeforeTokensWereRequiredIsNotCalledRefused() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();
    var intake = requiringTokens();

    try (var rival = Tricks.openRival(template, key)) {
      assertEquals(Kind.IN_PROGRESS, submit(intake, api, key, SMALLEST).kind());
      rival.rollback();
    }
    assertEquals(Kind.TOKEN_REQUIRED, submit(intake, api, key, SMALLEST).kind());
  }

  @Test
  void twentyNewKeysAtOnceDoNotExceedTheCeilingAndRefusedOnesLeaveNothing() throws Exception {
    var api = Api.asApplicant();
    var keys = Collections.nCopies(20, "").stream().map(none -> newKey()).toList();

    var outcomes = Concurrently.run(20, i -> submit(atMost(5), api, keys.get(i), SMALLEST));

    for (int i = 0; i < 20; i++) {
      var outcome = outcomes.get(i);
      if (outcome.kind() == Kind.CREATED) {
        assertEquals(Rows.ONE, Rows.ofKey(keys.get(i)));
      } else {
        assertEquals(Kind.TOO_MANY_KEYS, outcome.kind());
        assertEquals(Rows.NONE, Rows.ofKey(keys.get(i)));
        var reset = outcome.quota().reset();
        assertTrue(reset.toSeconds() >= 1 && reset.toSeconds() <= 60, reset::toString);
      }
    }
    assertEquals(5, outcomes.stream().filter(o -> o.kind() == Kind.CREATED).count());
    assertEquals(Kind.CREATED, submit(atMost(5), Api.asApplicant(), newKey(), SMALLEST).kind());
  }

  @Test
  void replaysAndConflictsAreAnsweredBeforeTheCeilingAndDoNotCount() {
    var api = Api.asApplicant();
    var key = newKey();
    var intake = atMost(2);
    submit(intake, api, key, SMALLEST);
    for (int i = 0; i < 5; i++) {
      assertEquals(Kind.REPLAYED, submit(intake, api, key, SMALLEST).kind());
      assertEquals(Kind.CONFLICT, submit(intake, api, key, OTHER).kind());
    }
    var second = submit(intake, api, newKey(), SMALLEST);
    assertEquals(Kind.CREATED, second.kind());
    assertEquals("\"new-keys\";q=2;w=60", second.quota().policy());
    assertTrue(second.quota().left().startsWith("\"new-keys\";r=0;t="));
    assertEquals(Kind.TOO_MANY_KEYS, submit(intake, api, newKey(), SMALLEST).kind());
    assertEquals(Kind.REPLAYED, submit(intake, api, key, SMALLEST).kind());
  }

  @Test
  void refusedKeyAndRefusedTokenWorkInTheNextMinute() {
    var api = Api.asApplicant();
    var key = newKey();
    var token = api.issueToken();
    var intake = atMost(1);
    submit(intake, api, newKey(), SMALLEST);

    assertEquals(Kind.TOO_MANY_KEYS, submit(intake, api, key, SMALLEST).kind());
    assertEquals(Kind.TOO_MANY_KEYS, submit(intake, api, token, SMALLEST).kind());
    nextMinute(api);
    assertEquals(Kind.CREATED, submit(intake, api, token, SMALLEST).kind());
    nextMinute(api);
    assertEquals(Kind.CREATED, submit(intake, api, key, OTHER).kind());
  }

  @Test
  void failedSubmissionDoesNotCount() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var intake = atMost(1);
    Tricks.failingWrite("outbox")
        .during(
            () -> assertThrows(DatabaseException.class, () -> submit(intake, api, key, SMALLEST)));
    assertEquals(Kind.CREATED, submit(intake, api, key, SMALLEST).kind());
  }

  @Test
  void slowKeyOfAnAccountDoesNotHoldUpItsOtherKeys() throws Exception {
    var api = Api.asApplicant();
    var slow = newKey();
    var intake = atMost(5);
    Tricks.slowKey(slow, Duration.ofSeconds(2))
        .during(
            () -> {
              var waiting = Concurrently.start(i -> submit(intake, api, slow, SMALLEST));
              Tricks.awaitSlowWriter();
              assertEquals(Kind.CREATED, submit(intake, api, newKey(), SMALLEST).kind());
              assertEquals(Kind.CREATED, waiting.get(1, TimeUnit.MINUTES).kind());
            });
  }

  @Test
  void countHeldByAnotherIsNotCalledInProgress() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var intake = atMost(5);
    submit(intake, api, newKey(), SMALLEST);
    try (var rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      try (var lock =
          rival.prepareStatement("SELECT 1 FROM new_key_window WHERE account_id = ? FOR UPDATE")) {
        lock.setString(1, account(api).id());
        assertTrue(lock.executeQuery().next());
      }
      assertEquals(Kind.NOT_BEGUN, submit(intake, api, key, SMALLEST).kind());
      assertEquals(Rows.NONE, Rows.ofKey(key));
      rival.rollback();
    }
    assertEquals(Kind.CREATED, submit(intake, api, key, SMALLEST).kind());
  }

  @Test
  void nothingIsCountedWithoutACeiling() {
    var api = Api.asApplicant();
    api.submit(newKey(), SMALLEST).expect(201);
    assertEquals("0", windows(api));
  }

  @ParameterizedTest
  @CsvSource({"1,true", "0,false", "-1,false"})
  void minuteEndsToTheMicrosecond(int microsecondsLeft, boolean stillCounts) throws Exception {
    var api = Api.asApplicant();
    submit(atMost(5), api, newKey(), SMALLEST);
    try (var connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (var update =
          connection.prepareStatement(
              "UPDATE new_key_window SET started_at = now() - interval '1 minute'"
                  + " + ? * interval '1 microsecond' WHERE account_id = ?")) {
        update.setInt(1, microsecondsLeft);
        update.setString(2, account(api).id());
        update.executeUpdate();
      }
      var quota = ceiling(5).count(connection, account(api)).orElseThrow();
      assertEquals(stillCounts ? 2 : 1, quota.used());
      connection.rollback();
    }
  }

  @Test
  void countOfAPastMinuteIsForgottenAtItsEnd() {
    var api = Api.asApplicant();
    submit(atMost(5), api, newKey(), SMALLEST);
    // Before the minutes of all other tests.
    var start = Instant.parse("2001-02-03T04:05:06Z");
    TestDatabase.update(
        "UPDATE new_key_window SET started_at = ? WHERE account_id = ?",
        OffsetDateTime.parse("2001-02-03T04:05:06Z"),
        account(api).id());

    forget(start.plusSeconds(60).minusNanos(1000));
    assertEquals("1", windows(api));
    forget(start.plusSeconds(60));
    assertEquals("0", windows(api));
  }

  private void forget(Instant now) {
    transactions.run(connection -> forgetting.batch(connection, now, 1000));
  }

  private static void nextMinute(Api api) {
    TestDatabase.update(
        "UPDATE new_key_window SET started_at = started_at - interval '1 minute' WHERE account_id = ?",
        account(api).id());
  }

  private static String windows(Api api) {
    return TestDatabase.value(
        "SELECT count(*) FROM new_key_window WHERE account_id = ?", account(api).id());
  }

  private SubmissionOutcome submit(RecordSubmission intake, Api api, String key, String body) {
    var content = reading.read(body.getBytes(StandardCharsets.UTF_8)).content();
    return intake.of(new Submission(account(api), new IdempotencyKey(key), content, null)).decide();
  }

  private RecordSubmission requiringTokens() {
    return intake(new Rules(true, Optional.empty()));
  }

  private RecordSubmission atMost(int newKeysPerMinute) {
    return intake(new Rules(false, Optional.of(newKeysPerMinute)));
  }

  private RecordSubmission intake(Rules rules) {
    return new RecordSubmission(
        connections,
        transactions,
        limits,
        insert,
        probe,
        rules,
        new NewKeyCeiling(rules, limits),
        wakeRelay);
  }

  private NewKeyCeiling ceiling(int newKeysPerMinute) {
    return new NewKeyCeiling(new Rules(false, Optional.of(newKeysPerMinute)), limits);
  }

  private record Rules(boolean tokensRequired, Optional<Integer> newKeysPerMinute)
      implements NewKeySettings {}

  private static Account account(Api api) {
    return new Account(api.caller().issuer() + "|" + api.caller().subject());
  }
}
