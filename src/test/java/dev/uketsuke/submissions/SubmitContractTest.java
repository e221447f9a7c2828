package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.OTHER;
import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of a submission, outcome by outcome: created, replayed, conflict, expired. */
@QuarkusTest
@RealParts
public class SubmitContractTest {

  @Test
  void firstSubmissionIsCreated() {
    var api = Api.asApplicant();
    var key = newKey();

    var created = api.submit(key, SMALLEST).expect(201);

    var receipt = created.json();
    var members = new HashSet<String>();
    receipt.fieldNames().forEachRemaining(members::add);
    assertEquals(Set.of("applicationId", "status", "acceptedAt", "keyExpiresAt"), members);
    assertEquals(7, UUID.fromString(created.applicationId()).version());
    assertEquals("ACCEPTED", receipt.get("status").asText());
    var acceptedAt = Instant.parse(receipt.get("acceptedAt").asText());
    var expiresAt = Instant.parse(receipt.get("keyExpiresAt").asText());
    assertEquals(Duration.ofDays(30), Duration.between(acceptedAt, expiresAt));
    assertEquals("/v1/applications/" + created.applicationId(), created.header("Location"));
    assertEquals(
        expiresAt.truncatedTo(ChronoUnit.SECONDS),
        ZonedDateTime.parse(
                created.header("Idempotency-Expires"), DateTimeFormatter.RFC_1123_DATE_TIME)
            .toInstant());
    assertEquals("application/json", created.header("Content-Type").split(";")[0]);
    assertEquals("no-store", created.header("Cache-Control"));
    assertEquals("nosniff", created.header("X-Content-Type-Options"));
    assertNull(created.header("Idempotent-Replayed"));
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void retryIsReplayedByteForByte() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);

    assertReplay(created, api.submit(key, SMALLEST));
    assertReplay(created, api.submit(key, SMALLEST));
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void orderOfMembersAndSpacesDoNotMatter() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);

    assertReplay(
        created,
        api.submit(key, "{ \"parcels\" : 1,\n\"destination\":\"KR\", \"origin\":\"AU\" }"));
  }

  @Test
  void changedContentIsAConflictThatShowsAndChangesNothing() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);
    var before = row(key);

    var conflict = api.submit(key, OTHER).expectProblem(409, "idempotency-key-conflict");

    assertFalse(conflict.text().contains(created.applicationId()));
    assertFalse(conflict.text().contains("AU"));
    assertNull(conflict.header("Location"));
    assertNull(conflict.header("Idempotency-Expires"));
    assertNull(conflict.header("Idempotent-Replayed"));
    assertEquals(before, row(key));
    assertEquals(Rows.ONE, Rows.ofKey(key));
    assertReplay(created, api.submit(key, SMALLEST));
  }

  @Test
  void accountsDoNotMeet() {
    var one = Api.asApplicant();
    var two = Api.asApplicant();
    var key = newKey();

    var first = one.submit(key, SMALLEST).expect(201);
    var second = two.submit(key, OTHER).expect(201);

    assertNotEquals(first.applicationId(), second.applicationId());
    assertReplay(first, one.submit(key, SMALLEST));
    assertReplay(second, two.submit(key, OTHER));
  }

  @Test
  void newKeyIsANewApplication() {
    var api = Api.asApplicant();

    assertNotEquals(
        api.submit(newKey(), SMALLEST).expect(201).applicationId(),
        api.submit(newKey(), SMALLEST).expect(201).applicationId());
  }

  @Test
  void emptyKeyAndNotANumberAreRefused() {
    var api = Api.asApplicant();
    var key = newKey();

    api.submit("\"\"", SMALLEST).expectProblem(400);
    api.submit(key, "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":NaN}")
        .expectProblem(400);
    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  @Test
  void renewedTokenKeepsItsKeys() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);

    assertReplay(created, Api.as(api.caller()).submit(key, SMALLEST));
  }

  @Test
  void receiptStaysWhateverBecomesOfTheApplication() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);
    TestDatabase.update(
        "UPDATE shipping_application SET status = 'SHIPPED', updated_at = now() WHERE idempotency_key = ?",
        key);

    assertReplay(created, api.submit(key, SMALLEST));
    api.submit(key, OTHER).expectProblem(409, "idempotency-key-conflict");
  }

  @Test
  void expiredKeyIsRefusedByName() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);
    expire(key);

    var expired = api.submit(key, SMALLEST).expectProblem(410, "idempotency-key-expired");
    assertEquals(created.applicationId(), expired.applicationId());
    assertEquals(created.header("Location"), expired.header("Location"));

    var other = api.submit(key, OTHER).expectProblem(410, "idempotency-key-expired");
    assertNull(other.applicationId());
    assertNull(other.header("Location"));
    assertFalse(other.text().contains(created.applicationId()));
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @Test
  void fingerprintOfTheSmallestApplicationIsTheGivenOne() {
    var key = newKey();
    Api.asApplicant().submit(key, SMALLEST).expect(201);

    assertEquals(
        "1:73cb68171cd23bc8171fc14020345177e60e66560583f07e3f2fb3a4e74cd763",
        TestDatabase.value(
            "SELECT fingerprint_version || ':' || encode(fingerprint, 'hex')"
                + " FROM shipping_application WHERE idempotency_key = ?",
            key));
  }

  @Test
  void keyInOtherMethodsIsIgnored() {
    var api = Api.asApplicant();

    api.send(api.request(Api.APPLICATIONS).header("Idempotency-Key", "\"not closed").GET())
        .expect(200);
  }

  @Test
  void acceptedEventTellsNothingPersonal() {
    var api = Api.asApplicant();
    var key = newKey();
    var id =
        api.submit(
                key,
                "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1,\"recipient\":{\"name\":\"Kim Secret\"}}")
            .expect(201)
            .applicationId();

    assertEquals(
        "application.accepted",
        TestDatabase.value("SELECT type FROM outbox WHERE aggregateid = ?", id));
    var payload = TestDatabase.value("SELECT payload FROM outbox WHERE aggregateid = ?", id);
    assertTrue(payload.contains(id));
    assertFalse(payload.contains("Secret"));
  }

  static void assertReplay(Answer created, Answer replayed) {
    replayed.expect(200);
    assertArrayEquals(created.body(), replayed.body(), replayed::toString);
    assertEquals("true", replayed.header("Idempotent-Replayed"));
    for (var header : Set.of("Location", "Idempotency-Expires", "Content-Type", "Cache-Control")) {
      assertEquals(created.header(header), replayed.header(header));
    }
  }

  public static void expire(String key) {
    TestDatabase.update(
        "UPDATE shipping_application SET key_expires_at = now() - interval '1 second' WHERE idempotency_key = ?",
        key);
  }

  private static String row(String key) {
    return TestDatabase.value(
        "SELECT a::text FROM shipping_application a WHERE idempotency_key = ?", key);
  }
}
