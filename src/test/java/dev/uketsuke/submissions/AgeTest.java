package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.OTHER;
import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.BucketedIds;
import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a key and a token end, to the microsecond: inside one transaction now() stands still. */
@QuarkusTest
@RealParts
class AgeTest {

  @Inject SubmissionTable table;
  @Inject BucketedIds ids;
  @Inject ContentReading reading;
  @Inject AgroalDataSource dataSource;

  @ParameterizedTest
  @CsvSource({"1,false", "0,true", "-1,true"})
  void keyIsExpiredFromItsEndOn(int microsecondsLeft, boolean expired) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    api.submit(key, SMALLEST).expect(201);

    try (var connection = open()) {
      update(
          connection,
          "UPDATE shipping_application SET key_expires_at = now() + ? * interval '1 microsecond'"
              + " WHERE idempotency_key = ?",
          microsecondsLeft,
          key);
      var found =
          ShippingApplication.findByKey(connection, account(api), new IdempotencyKey(key))
              .orElseThrow();
      assertEquals(expired, found.isKeyExpired());
      connection.rollback();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,true", "0,false", "-1,false"})
  void tokenIsGoodUntilItsEnd(int microsecondsLeft, boolean good) throws Exception {
    var api = Api.asApplicant();
    var token = new IdempotencyKey(api.issueToken());
    var submission = new Submission(account(api), token, content(), null);

    try (var connection = open()) {
      update(
          connection,
          "UPDATE submission_token SET expires_at = now() + ? * interval '1 microsecond'"
              + " WHERE token_hash = sha256(?::text::bytea)",
          microsecondsLeft,
          token.value());
      assertEquals(good, table.insert(connection, submission).isPresent());
      connection.rollback();
    }
  }

  @Test
  void changedRetentionDoesNotTouchKeysGivenOut() throws Exception {
    var api = Api.asApplicant();
    var before = newKey();
    var first = api.submit(before, SMALLEST).expect(201);
    var shorter = new SubmissionTable(ids, () -> Duration.ofHours(1));

    try (var connection = open()) {
      var changed = new Submission(account(api), new IdempotencyKey(newKey()), content(), null);
      var receipt = shorter.insert(connection, changed).orElseThrow();
      assertEquals(
          Duration.ofHours(1), Duration.between(receipt.acceptedAt(), receipt.keyExpiresAt()));
      var found =
          ShippingApplication.findByKey(connection, account(api), new IdempotencyKey(before))
              .orElseThrow();
      assertFalse(found.isKeyExpired());
      assertEquals(Instant.parse(first.json().path("keyExpiresAt").asText()), found.keyExpiresAt());
      connection.rollback();
    }
  }

  @Test
  void twentyAtOnceOnAnExpiredKeyCreateNothing() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);
    SubmitContractTest.expire(key);

    var answers =
        Concurrently.run(20, i -> RawHttp.submit(api, key, i % 2 == 0 ? SMALLEST : OTHER));

    for (int i = 0; i < 20; i++) {
      var answer = answers.get(i).expectProblem(410, "idempotency-key-expired");
      assertEquals(i % 2 == 0 ? created.applicationId() : null, answer.applicationId());
      assertEquals(i % 2 == 0 ? created.header("Location") : null, answer.header("Location"));
    }
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void problemPageTellsTheRule() {
    var page = Api.asApplicant().get("/problems/idempotency-key-expired").expect(200).text();
    assertTrue(page.contains("keyExpiresAt"), page);
  }

  private ApplicationContent content() {
    return reading.read(SMALLEST.getBytes(StandardCharsets.UTF_8)).content();
  }

  private Connection open() throws SQLException {
    var connection = dataSource.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static Account account(Api api) {
    return new Account(api.caller().issuer() + "|" + api.caller().subject());
  }

  private static void update(Connection connection, String sql, int number, String text)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setInt(1, number);
      statement.setString(2, text);
      assertEquals(1, statement.executeUpdate());
    }
  }
}
