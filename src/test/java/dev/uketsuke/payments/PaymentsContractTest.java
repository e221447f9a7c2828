package dev.uketsuke.payments;

import static dev.uketsuke.support.PaymentProvider.event;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What staff see of payments, and how they settle one by hand. */
@QuarkusTest
@RealParts
class PaymentsContractTest {

  private final PaymentProvider provider = PaymentProvider.toService();
  private Api staff;

  @BeforeEach
  void staff() {
    staff = Api.as(Tokens.staff());
  }

  @Test
  void whatFitsNothingIsListedWithItsReason() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID", "9", "AUD")).expect(204);

    var item = listed(transaction, "UNMATCHED");

    assertEquals(Payments.id(transaction, "PAID"), item.path("id").asText());
    assertEquals("PAID", item.path("type").asText());
    assertEquals(moves.applicationId(), item.path("applicationId").asText());
    assertEquals("9.00", item.at("/amount/amount").asText());
    assertEquals("AUD", item.at("/amount/currency").asText());
    assertEquals("UNMATCHED", item.path("state").asText());
    assertEquals("AMOUNT_DIFFERS", item.path("reason").asText());
    assertEquals("2026-05-04T03:02:01Z", item.path("occurredAt").asText());
    assertTrue(item.path("receivedAt").asText().endsWith("Z"));
    assertFalse(item.has("note"));
    assertNull(listed(transaction, "WAITING"));
  }

  @Test
  void pagesHoldEveryPaymentOnce() {
    var expected = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      var transaction = newTransaction();
      provider.send(event(transaction, UUID.randomUUID().toString(), "PAID")).expect(204);
      expected.add(0, transaction);
    }

    var seen = new ArrayList<String>();
    var cursor = "";
    do {
      var page = staff.get("/v1/payments?state=UNMATCHED&limit=2&cursor=" + cursor).expect(200);
      page.json()
          .path("items")
          .forEach(
              item -> {
                if (expected.contains(item.path("transactionId").asText())) {
                  seen.add(item.path("transactionId").asText());
                }
              });
      cursor = page.json().path("nextCursor").asText("");
    } while (!cursor.isEmpty() && seen.size() < 5);

    assertEquals(expected, seen);
  }

  @Test
  void contradictingContentIsListedAndSettledLikeAnyOther() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    provider
        .send(event(transaction, moves.applicationId(), "PAID", "99", "AUD"))
        .expectProblem(409, "payment-conflict");

    var items = items("transactionId=" + transaction + "&reason=CONTRADICTS_EARLIER");

    assertEquals(1, items.size());
    assertEquals("UNMATCHED", items.get(0).path("state").asText());
    assertEquals("99.00", items.get(0).at("/amount/amount").asText());
    assertEquals(2, items("transactionId=" + transaction).size());
    var id = items.get(0).path("id").asText();
    var settled = resolve(staff, id, "{\"note\":\"A test of theirs.\"}").expect(200);
    assertEquals("SETTLED", settled.json().path("state").asText());
    assertEquals("CONTRADICTS_EARLIER", settled.json().path("reason").asText());
    assertEquals(
        "true",
        resolve(staff, id, "{\"note\":\"A test of theirs.\"}").header("Idempotent-Replayed"));
    resolve(staff, id, "{\"note\":\"Else.\"}").expectProblem(409, "payment-conflict");
    assertEquals("PAID", moves.status());
    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
    assertTrue(moves.get().text().contains("A test of theirs."));
  }

  @Test
  void filtersAreCombined() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var application = moves.applicationId();
    var early = newTransaction();
    var late = newTransaction();
    provider.send(event(early, application, "PAID", "9", "AUD")).expect(204);
    provider.send(event(late, application, "REFUNDED")).expect(204);
    var about = "applicationId=" + application;

    assertEquals(2, items(about).size());
    assertEquals(2, items(about + "&state=UNMATCHED,WAITING").size());
    assertEquals(1, items(about + "&state=UNMATCHED").size());
    assertEquals(1, items(about + "&type=REFUNDED").size());
    assertEquals(2, items(about + "&type=REFUNDED,PAID").size());
    assertEquals(1, items(about + "&reason=AMOUNT_DIFFERS,ALREADY_PAID").size());
    assertEquals(0, items(about + "&reason=AMOUNT_DIFFERS&type=REFUNDED").size());
    assertEquals(1, items("transactionId=" + late).size());
    var second = items("transactionId=" + late).get(0).path("receivedAt").asText();
    assertEquals(1, items(about + "&receivedFrom=" + second).size());
    assertEquals(1, items(about + "&receivedBefore=" + second).size());
    assertEquals(0, items(about + "&receivedFrom=2099-01-01T00:00:00Z").size());
  }

  @Test
  void manyAreSettledByOneFilterAndNoOthers() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var about = "applicationId=" + moves.applicationId();
    for (int i = 0; i < 3; i++) {
      provider.send(event(newTransaction(), moves.applicationId(), "PAID", "9", "AUD")).expect(204);
    }
    var waiting = newTransaction();
    provider.send(event(waiting, moves.applicationId(), "REFUNDED")).expect(204);
    var paid = newTransaction();
    provider.send(event(paid, moves.applicationId(), "PAID")).expect(204);

    var settled = resolveAll(about + "&reason=AMOUNT_DIFFERS", "Sent back.").expect(200).json();

    assertEquals(3, settled.path("settled").asInt());
    assertFalse(settled.path("more").asBoolean());
    assertEquals(3, items(about + "&state=SETTLED").size());
    assertEquals("WAITING", Payments.state(waiting, "REFUNDED"));
    assertEquals("APPLIED", Payments.state(paid, "PAID"));
    var again = resolveAll(about + "&reason=AMOUNT_DIFFERS", "Kept.").expect(200).json();
    assertEquals(0, again.path("settled").asInt());
    assertEquals("Sent back.", items(about + "&state=SETTLED").get(0).path("note").asText());
    assertEquals(1, resolveAll(about, "Never came.").expect(200).json().path("settled").asInt());
    assertEquals("APPLIED", Payments.state(paid, "PAID"));
  }

  @Test
  void settlingManyNeedsAFilterThatMakesSense() {
    var transaction = newTransaction();
    provider.send(event(transaction, UUID.randomUUID().toString(), "PAID")).expect(204);

    resolveAll("", "x").expectProblem(400, "invalid-request");
    resolveAll("state=OPEN", "x").expectProblem(400, "invalid-request");
    resolveAll("transactionId=" + transaction, "").expectProblem(400, "invalid-request");
    Api.asApplicant()
        .send(
            Api.asApplicant()
                .request("/v1/payments/resolution?state=UNMATCHED")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"note\":\"x\"}")))
        .expectProblem(403, "forbidden");

    assertEquals("UNMATCHED APPLICATION_UNKNOWN", Payments.state(transaction, "PAID"));
  }

  @Test
  void parametersThatMakeNoSenseAreRefused() {
    for (var query :
        List.of(
            "state=OPEN",
            "state=unmatched",
            "state=UNMATCHED,",
            "reason=NONE",
            "type=PENDING",
            "applicationId=1",
            "transactionId=a%00b",
            "receivedFrom=yesterday",
            "receivedBefore=2026-05-04T03:02",
            "limit=0",
            "limit=101",
            "cursor=x")) {
      staff.get("/v1/payments?" + query).expectProblem(400, "invalid-request");
    }
  }

  @Test
  void paymentsAreForStaff() {
    for (var caller : List.of(Tokens.applicant(), Tokens.service())) {
      var api = Api.as(caller);
      api.get("/v1/payments").expectProblem(403, "forbidden");
      resolve(api, UUID.randomUUID().toString(), "{\"note\":\"x\"}")
          .expectProblem(403, "forbidden");
    }
    staff
        .send(staff.withoutToken("/v1/payments").GET())
        .expectProblem(401, "authentication-required");
  }

  @Test
  void staffSettleOnceWithOneNote() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID", "9", "AUD")).expect(204);
    var id = Payments.id(transaction, "PAID");

    var settled = resolve(staff, id, "{\"note\":\" Sent back. \"}").expect(200);
    var again = resolve(Api.as(Tokens.staff()), id, "{\"note\":\"Sent back.\"}").expect(200);

    assertEquals("SETTLED", settled.json().path("state").asText());
    assertEquals("Sent back.", settled.json().path("note").asText());
    assertEquals("AMOUNT_DIFFERS", settled.json().path("reason").asText());
    assertTrue(settled.json().has("settledAt"));
    assertNull(settled.header("Idempotent-Replayed"));
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertEquals(settled.text(), again.text());
    resolve(staff, id, "{\"note\":\"Kept.\"}").expectProblem(409, "payment-conflict");
    assertEquals(
        "FEE_CONFIRMED staff Sent back.",
        TestDatabase.value(
            "SELECT string_agg(concat_ws(' ', status, by, reason), ',') FROM application_history"
                + " WHERE application_id = ?::uuid AND kind = 'NOTE'",
            moves.applicationId()));
  }

  @Test
  void whatIsSettledIsNeverApplied() {
    var moves = Moves.ofNewApplication();
    var transaction = newTransaction();
    var paid = event(transaction, moves.applicationId(), "PAID");
    provider.send(paid).expect(204);
    provider.send(event(transaction, moves.applicationId(), "REFUNDED")).expect(204);
    resolve(staff, Payments.id(transaction, "PAID"), "{\"note\":\"by hand\"}").expect(200);

    moves.feeConfirmed();
    provider.send(paid).expect(204);

    assertEquals("FEE_CONFIRMED", moves.status());
    assertEquals("SETTLED", Payments.state(transaction, "PAID"));
    assertEquals("UNMATCHED PAYMENT_NOT_APPLIED", Payments.state(transaction, "REFUNDED"));
  }

  @Test
  void whatHasTakenEffectCannotBeSettled() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);

    resolve(staff, Payments.id(transaction, "PAID"), "{\"note\":\"x\"}")
        .expectProblem(409, "payment-conflict");
  }

  @Test
  void paymentsForUnknownApplicationsCanBeSettled() {
    var transaction = newTransaction();
    provider.send(event(transaction, UUID.randomUUID().toString(), "PAID")).expect(204);

    resolve(staff, Payments.id(transaction, "PAID"), "{\"note\":\"x\"}").expect(200);

    assertEquals("SETTLED APPLICATION_UNKNOWN", Payments.state(transaction, "PAID"));
  }

  @Test
  void badResolutionsSettleNothing() {
    var transaction = newTransaction();
    provider.send(event(transaction, UUID.randomUUID().toString(), "PAID")).expect(204);
    var id = Payments.id(transaction, "PAID");

    for (var body :
        List.of(
            "",
            "[]",
            "{}",
            "{\"note\":null}",
            "{\"note\":\" \"}",
            "{\"note\":1}",
            "{\"note\":\"x\",\"by\":\"y\"}",
            "{\"note\":\"" + "x".repeat(1001) + "\"}")) {
      resolve(staff, id, body).expectProblem(400);
    }
    for (var other : List.of(UUID.randomUUID().toString(), "x")) {
      resolve(staff, other, "{\"note\":\"x\"}").expectProblem(404, "not-found");
    }
    assertEquals("UNMATCHED APPLICATION_UNKNOWN", Payments.state(transaction, "PAID"));
  }

  @Test
  void whatIsOpenIsCounted() {
    provider.send(event(newTransaction(), UUID.randomUUID().toString(), "PAID")).expect(204);

    var metrics = staff.send(staff.withoutToken("/q/metrics").GET()).expect(200).text();

    assertTrue(metrics.contains("uketsuke_payments_open{state=\"unmatched\"}"), metrics);
    assertFalse(metrics.contains("uketsuke_payments_open{state=\"unmatched\"} 0.0"));
    assertTrue(metrics.contains("uketsuke_payments_callbacks_total{outcome=\"conflict\"}"));
  }

  private JsonNode listed(String transaction, String state) {
    var page = staff.get("/v1/payments?limit=100&state=" + state).expect(200).json();
    for (var item : page.path("items")) {
      if (transaction.equals(item.path("transactionId").asText())) {
        return item;
      }
    }
    return null;
  }

  private JsonNode items(String query) {
    return staff.get("/v1/payments?limit=100&" + query).expect(200).json().path("items");
  }

  private Answer resolveAll(String query, String note) {
    return staff.send(
        staff
            .request("/v1/payments/resolution?" + query)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"note\":\"" + note + "\"}")));
  }

  private static Answer resolve(Api api, String id, String body) {
    return api.send(
        api.request("/v1/payments/" + id + "/resolution")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }
}
