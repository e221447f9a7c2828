package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.OTHER;
import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/**
 * Content that a newer release has stored under a rule which this one does not know cannot be
 * compared. That is neither a replay nor a conflict.
 */
@QuarkusTest
@RealParts
class StoredRuleContractTest {

  @Test
  void fingerprintOfANewerReleaseLeavesTheOutcomeUnknown() {
    var api = Api.asApplicant();
    var key = newKey();
    var receipt = api.submit(key, SMALLEST).expect(201).json();
    byNewerRelease("shipping_application", "idempotency_key", key);

    for (var body : new String[] {SMALLEST, OTHER}) {
      var answer = api.submit(key, body).expectProblem(503, "outcome-unknown");
      assertTrue(Integer.parseInt(answer.header("Retry-After")) >= 1);
    }
    // The way out that the problem names still works.
    var inquiry = api.inquire(key).expect(200).json();
    assertEquals("RECORDED", inquiry.path("state").asText());
    assertEquals(receipt, inquiry.path("receipt"));
    assertEquals(Rows.ONE, Rows.ofKey(key));

    TestDatabase.update(
        "UPDATE shipping_application SET accepted_at = now() - interval '2 days',"
            + " key_expires_at = now() - interval '1 day' WHERE idempotency_key = ?",
        key);
    var expired = api.submit(key, SMALLEST).expectProblem(410, "idempotency-key-expired");
    assertNull(expired.applicationId());
  }

  @Test
  void callbackOfANewerReleaseIsToBeSentAgain() {
    var application = Api.asApplicant().submit(newKey(), SMALLEST).applicationId();
    var transaction = PaymentProvider.newTransaction();
    var event = PaymentProvider.event(transaction, application, "PAID");
    PaymentProvider.toService().send(event).expect(204);
    byNewerRelease("payment", "transaction_id", transaction);

    assertTrue(PaymentProvider.toService().send(event).status() >= 500);
    assertEquals(1, Payments.count(transaction));
    assertEquals(0, Payments.contradictions(transaction));
  }

  private static void byNewerRelease(String table, String column, String value) {
    assertEquals(
        1,
        TestDatabase.update(
            "UPDATE "
                + table
                + " SET fingerprint_version = 32767, fingerprint = sha256(fingerprint) WHERE "
                + column
                + " = ?",
            value));
  }
}
