package dev.uketsuke.payments;

import static dev.uketsuke.support.PaymentProvider.event;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Warehouse;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of each callback, contract §3.5. */
@QuarkusTest
@RealParts
class PaymentCallbacksContractTest {

  private final PaymentProvider provider = PaymentProvider.toService();

  @Test
  void paymentOfTheFeeMovesTheApplication() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();

    var answer = provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);

    assertEquals(0, answer.body().length);
    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
    assertEquals("ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED PAID", moves.history());
    assertEquals(
        "application.accepted application.warehouse-checked application.fee-confirmed"
            + " application.paid waybill.order",
        moves.outbox());
    var last = moves.get().json().path("history").path(3);
    assertEquals("payment", last.path("by").asText());
  }

  @Test
  void becomingPaidOrdersAWaybillInTheCarriersWords() {
    var owner = Api.asApplicant();
    var id =
        owner
            .submit(
                Api.newKey(),
                "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":2,\"totalWeightGrams\":900,"
                    + "\"recipient\":{\"name\":\"Hong Gildong\"}}")
            .expect(201)
            .applicationId();
    new Moves(owner, Api.as(Tokens.staff()), id).feeConfirmed();

    provider.send(event(newTransaction(), id, "PAID")).expect(204);

    assertEquals(
        "waybill {\"origin\": \"AU\", \"parcels\": 2, \"destination\": \"KR\","
            + " \"applicationId\": \""
            + id
            + "\", \"totalWeightGrams\": 900}",
        TestDatabase.value(
            "SELECT aggregatetype || ' ' || payload FROM outbox WHERE aggregateid = ? AND type ="
                + " 'waybill.order'",
            id));
  }

  @Test
  void traceOfACallbackGoesWithTheMessagesThatItCauses() {
    var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    var moves = Moves.ofNewApplication().feeConfirmed();
    var body = event(newTransaction(), moves.applicationId(), "PAID");
    var seconds = Instant.now().getEpochSecond();
    provider
        .send(
            provider
                .request()
                .header("webhook-id", "msg_1")
                .header("webhook-timestamp", Long.toString(seconds))
                .header(
                    "webhook-signature",
                    PaymentProvider.sign(PaymentProvider.SECRET, "msg_1", seconds, body))
                .header("traceparent", trace)
                .POST(BodyPublishers.ofString(body)))
        .expect(204);

    assertEquals(
        "application.paid " + trace + ", waybill.order " + trace,
        TestDatabase.value(
            "SELECT string_agg(type || ' ' || traceparent, ', ' ORDER BY type) FROM outbox"
                + " WHERE aggregateid = ? AND type IN ('application.paid', 'waybill.order')",
            moves.applicationId()));
  }

  @Test
  void refundFollowsItsPayment() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();

    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    provider.send(event(transaction, moves.applicationId(), "REFUNDED")).expect(204);

    assertEquals("APPLIED", Payments.state(transaction, "REFUNDED"));
    assertEquals("REFUNDED", moves.status());
    assertTrue(moves.outbox().endsWith(" application.refunded"));
  }

  @Test
  void duplicatesChangeNothing() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    var paid = event(transaction, moves.applicationId(), "PAID");

    for (int i = 0; i < 5; i++) {
      provider.send(paid).expect(204);
    }

    assertEquals(1, Payments.count(transaction));
    assertEquals(5, moves.outbox().split(" ").length);
  }

  @Test
  void sameContentInOtherWordsIsADuplicate() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);

    provider
        .send(
            ("{\"provider\":\"x\",\"occurredAt\":\"2026-05-04T12:02:01.000+09:00\",\"amount\":"
                    + "{\"currency\":\"AUD\",\"amount\":\"12.5\",\"minor\":1250},"
                    + "\"type\":\"PAID\",\"applicationId\":\"%s\",\"transactionId\":\"%s\"}")
                .formatted(moves.applicationId().toUpperCase(), transaction))
        .expect(204);

    assertEquals(1, Payments.count(transaction));
  }

  @Test
  void sameTransactionWithOtherContentIsAConflictAndTheFirstStays() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var other = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    var first = event(transaction, moves.applicationId(), "PAID");
    provider.send(first).expect(204);

    for (var changed :
        List.of(
            first.replace("12.50", "12.51"),
            first.replace("AUD", "USD"),
            first.replace(moves.applicationId(), other.applicationId()),
            first.replace("03:02:01Z", "03:02:02Z"),
            first.replace("03:02:01Z", "03:02:01.000000001Z"))) {
      provider.send(changed).expectProblem(409, "payment-conflict");
    }

    provider.send(first).expect(204);
    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
    assertEquals(1, Payments.count(transaction));
    assertEquals("FEE_CONFIRMED", other.status());
    assertEquals(5, Payments.contradictions(transaction));
  }

  @Test
  void anotherContentIsKeptOnceHoweverOftenItComes() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    var other = event(transaction, moves.applicationId(), "PAID", "99.00", "AUD");

    for (int i = 0; i < 3; i++) {
      provider.send(other).expectProblem(409, "payment-conflict");
    }

    assertEquals(1, Payments.contradictions(transaction));
  }

  @Test
  void providerThatNeverSaysTheSameFillsNoTable() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);

    for (int i = 0; i < 25; i++) {
      provider
          .send(event(transaction, moves.applicationId(), "PAID", "1." + (10 + i), "AUD"))
          .expectProblem(409, "payment-conflict");
    }

    assertEquals(20, Payments.contradictions(transaction));
  }

  @Test
  void furtherFailedAttemptOfATransactionIsNoConflict() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    var failed = event(transaction, moves.applicationId(), "FAILED");
    provider.send(failed).expect(204);

    provider.send(failed.replace("03:02:01Z", "03:05:44Z")).expect(204);
    provider.send(failed.replace("03:02:01Z", "03:09:10Z")).expect(204);
    provider.send(failed).expect(204);

    assertEquals(1, Payments.count(transaction));
    assertEquals(0, Payments.contradictions(transaction));
    provider.send(failed.replace("12.50", "13.50")).expectProblem(409, "payment-conflict");
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    assertEquals("PAID", moves.status());
  }

  @Test
  void feeOfZeroIsPaidAtOnce() {
    for (var currency : List.of("AUD", "JPY")) {
      var moves = Moves.ofNewApplication();
      moves.to("WAREHOUSE_CHECKED").expect(200);

      var confirmed = moves.confirmFee("0", currency).expect(200);

      assertEquals("PAID", confirmed.json().path("status").asText());
      var last = moves.get().json().path("history").path(3);
      assertEquals("system", last.path("by").asText());
      assertEquals("Nothing to pay", last.path("reason").asText());
      assertEquals(
          "application.accepted application.warehouse-checked application.fee-confirmed"
              + " application.paid waybill.order",
          moves.outbox());
      assertEquals("true", moves.confirmFee("0", currency).header("Idempotent-Replayed"));
    }
  }

  @Test
  void paymentOfAFeeOfZeroIsForAPersonWheneverItComes() {
    var early = Moves.ofNewApplication();
    var late = Moves.ofNewApplication();
    var before = newTransaction();
    var after = newTransaction();
    provider.send(event(before, early.applicationId(), "PAID", "0", "AUD")).expect(204);
    for (var moves : List.of(early, late)) {
      moves.to("WAREHOUSE_CHECKED").expect(200);
      moves.confirmFee("0", "AUD").expect(200);
    }
    provider.send(event(after, late.applicationId(), "PAID", "0", "AUD")).expect(204);

    for (var transaction : List.of(before, after)) {
      assertEquals("UNMATCHED ALREADY_PAID", Payments.state(transaction, "PAID"));
    }
    assertEquals(early.history(), late.history());
  }

  @Test
  void parcelsThatLeftBeforeAFeeOfZeroWasConfirmedAreShippedAtOnce() {
    var moves = Moves.ofNewApplication();
    moves.to("WAREHOUSE_CHECKED").expect(200);
    Warehouse.structured(Warehouse.event("shipped", Warehouse.newId(), Warehouse.data(moves)))
        .expect(202);

    moves.confirmFee("0", "AUD").expect(200);

    assertEquals("SHIPPED", moves.status());
  }

  @Test
  void paymentBeforeTheFeeWaitsForIt() {
    var moves = Moves.ofNewApplication();
    var transaction = newTransaction();

    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    assertEquals("WAITING", Payments.state(transaction, "PAID"));
    assertEquals("ACCEPTED", moves.status());
    moves.to("WAREHOUSE_CHECKED").expect(200);
    assertEquals("WAITING", Payments.state(transaction, "PAID"));
    var confirmed = moves.to("FEE_CONFIRMED").expect(200);

    assertEquals("PAID", confirmed.json().path("status").asText());
    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
  }

  @Test
  void paymentThatWaitedForAnotherFeeIsForAPerson() {
    var moves = Moves.ofNewApplication();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID", "9", "AUD")).expect(204);

    moves.feeConfirmed();

    assertEquals("UNMATCHED AMOUNT_DIFFERS", Payments.state(transaction, "PAID"));
    assertEquals("FEE_CONFIRMED", moves.status());
  }

  @Test
  void amountAndCurrencyHaveToBeTheFees() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    for (var wrong : List.of("12.49 AUD", "12.51 AUD", "12.50 USD", "0 AUD")) {
      var transaction = newTransaction();
      var sum = wrong.split(" ");
      provider.send(event(transaction, moves.applicationId(), "PAID", sum[0], sum[1])).expect(204);
      assertEquals("UNMATCHED AMOUNT_DIFFERS", Payments.state(transaction, "PAID"));
    }
    assertEquals("FEE_CONFIRMED", moves.status());
  }

  @Test
  void ofTwoTransactionsTheFirstAppliedCounts() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var first = newTransaction();
    var second = newTransaction();

    provider.send(event(first, moves.applicationId(), "PAID")).expect(204);
    provider.send(event(second, moves.applicationId(), "PAID")).expect(204);
    provider.send(event(second, moves.applicationId(), "REFUNDED")).expect(204);

    assertEquals("UNMATCHED ALREADY_PAID", Payments.state(second, "PAID"));
    assertEquals("UNMATCHED PAYMENT_NOT_APPLIED", Payments.state(second, "REFUNDED"));
    assertEquals("PAID", moves.status());
    provider.send(event(first, moves.applicationId(), "REFUNDED")).expect(204);
    assertEquals("REFUNDED", moves.status());
  }

  @Test
  void failedAttemptsOverwriteNothing() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();

    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    provider.send(event(transaction, moves.applicationId(), "FAILED")).expect(204);

    assertEquals("PAID", moves.status());
    assertEquals("APPLIED", Payments.state(transaction, "FAILED"));
  }

  @Test
  void cancelledApplicationsAreNotPaid() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    moves.cancel(moves.owner()).expect(200);

    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);

    assertEquals("UNMATCHED APPLICATION_CANCELLED", Payments.state(transaction, "PAID"));
    assertEquals("CANCELLED", moves.status());
  }

  @Test
  void paymentThatWaitedWhenTheApplicationIsCancelledIsForAPerson() {
    var moves = Moves.ofNewApplication();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    provider.send(event(transaction, moves.applicationId(), "REFUNDED")).expect(204);

    moves.cancel(moves.owner()).expect(200);

    assertEquals("UNMATCHED APPLICATION_CANCELLED", Payments.state(transaction, "PAID"));
    assertEquals("UNMATCHED PAYMENT_NOT_APPLIED", Payments.state(transaction, "REFUNDED"));
  }

  @Test
  void refundOfWhatIsOnItsWayIsForAPerson() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    moves.to("SHIPPED").expect(200);

    provider.send(event(transaction, moves.applicationId(), "REFUNDED")).expect(204);

    assertEquals("UNMATCHED ALREADY_SHIPPED", Payments.state(transaction, "REFUNDED"));
    assertEquals("SHIPPED", moves.status());
  }

  @Test
  void refundOfAnotherSumIsForAPerson() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);

    provider.send(event(transaction, moves.applicationId(), "REFUNDED", "2.50", "AUD")).expect(204);

    assertEquals("UNMATCHED AMOUNT_DIFFERS", Payments.state(transaction, "REFUNDED"));
    assertEquals("PAID", moves.status());
  }

  @Test
  void refundForAnotherApplicationThanItsPaymentIsForAPersonInEitherOrder() {
    var paid = Moves.ofNewApplication().feeConfirmed();
    var other = Moves.ofNewApplication().feeConfirmed();
    var refundLast = newTransaction();
    var refundFirst = newTransaction();

    provider.send(event(refundLast, paid.applicationId(), "PAID")).expect(204);
    provider.send(event(refundLast, other.applicationId(), "REFUNDED")).expect(204);
    provider.send(event(refundFirst, other.applicationId(), "REFUNDED")).expect(204);
    provider.send(event(refundFirst, paid.applicationId(), "PAID")).expect(204);

    assertEquals("UNMATCHED APPLICATION_DIFFERS", Payments.state(refundLast, "REFUNDED"));
    assertEquals("UNMATCHED APPLICATION_DIFFERS", Payments.state(refundFirst, "REFUNDED"));
    assertEquals("FEE_CONFIRMED", other.status());
  }

  @Test
  void paymentForAnUnknownApplicationIsKeptAndAppliedOnceItAppears() {
    var template = Moves.ofNewApplication();
    var id = UUID.randomUUID().toString();
    var transaction = newTransaction();
    var paid = event(transaction, id, "PAID");
    provider.send(paid).expect(204);
    provider.send(event(transaction, id, "REFUNDED")).expect(204);
    assertEquals("UNMATCHED APPLICATION_UNKNOWN", Payments.state(transaction, "PAID"));
    assertEquals("UNMATCHED APPLICATION_UNKNOWN", Payments.state(transaction, "REFUNDED"));

    accept(template, id);
    provider.send(paid).expect(204);
    assertEquals("WAITING", Payments.state(transaction, "PAID"));
    assertEquals("WAITING", Payments.state(transaction, "REFUNDED"));
    var moves = new Moves(template.owner(), template.staff(), id).feeConfirmed();

    assertEquals("REFUNDED", moves.status());
    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
    assertEquals("APPLIED", Payments.state(transaction, "REFUNDED"));
  }

  @Test
  void paymentForAnApplicationThatAppearsIsAppliedByItsMovesWithoutARedelivery() {
    var template = Moves.ofNewApplication();
    var id = UUID.randomUUID().toString();
    var transaction = newTransaction();
    provider.send(event(transaction, id, "PAID")).expect(204);

    accept(template, id);
    var moves = new Moves(template.owner(), template.staff(), id).feeConfirmed();

    assertEquals("PAID", moves.status());
  }

  /** Values at the limits of what can be written are recorded or refused, and shown as they are. */
  @Test
  void extremeValuesAreRecordedOrRefused() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var staff = Api.as(Tokens.staff());
    var times =
        Map.of(
            "1969-12-31T23:59:59Z", 400,
            "1970-01-01T00:00:00Z", 204,
            "0000-01-01T00:00:00Z", 400,
            "9999-12-31T23:59:59-18:00", 400,
            "9999-12-31T23:59:59.999999999Z", 400,
            "9999-12-31T23:59:59Z", 204,
            "2026-12-31T23:59:60Z", 400);
    for (var time : times.entrySet()) {
      var event = event(newTransaction(), moves.applicationId(), "FAILED");
      for (int i = 0; i < 2; i++) { // The same again is no contradiction.
        provider.send(event.replace("2026-05-04T03:02:01Z", time.getKey())).expect(time.getValue());
      }
    }
    for (var amount :
        List.of("9".repeat(40), "0".repeat(40), "9".repeat(41), "1e3", "+1", "-0", "0x1", "１２")) {
      var transaction = newTransaction();
      var answer = provider.send(event(transaction, moves.applicationId(), "PAID", amount, "AUD"));
      assertTrue(answer.status() == 204 || answer.status() == 400, () -> amount + ": " + answer);
    }
    assertEquals("FEE_CONFIRMED", moves.status());
    var listed = staff.get("/v1/payments?limit=100&applicationId=" + moves.applicationId());
    for (var time : listed.expect(200).json().findValuesAsText("occurredAt")) {
      assertTrue(time.matches("[0-9]{4}-.*Z"), time);
    }
  }

  @Test
  void malformedBodiesLeaveNoTrace() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    var good = event(transaction, moves.applicationId(), "PAID");

    for (var bad :
        List.of(
            "",
            "{",
            "[]",
            "null",
            "{}",
            good + "x",
            good.replace("\"PAID\"", "\"PENDING\""),
            good.replace("\"PAID\"", "null"),
            good.replace("\"12.50\"", "12.50"),
            good.replace("12.50", "12.505"),
            good.replace("12.50", "-1"),
            good.replace("AUD", "aud"),
            good.replace("AUD", "XXX"),
            good.replace(moves.applicationId(), "1-1-1-1-1"),
            good.replace(moves.applicationId(), "x"),
            good.replace("2026-05-04T03:02:01Z", "2026-05-04"),
            good.replace("2026-05-04T03:02:01Z", "2026-05-04T03:02:01"),
            good.replace("2026-05-04T03:02:01Z", "2026-05-04T03:02Z"),
            good.replace("2026-05-04T03:02:01Z", "2026-02-30T03:02:01Z"),
            good.replace("\"2026-05-04T03:02:01Z\"", "1777863721"),
            good.replace(transaction, ""),
            good.replace(transaction, "a\\u0000b"),
            good.replace(transaction, "a\\u0007b"),
            good.replace(transaction, "t".repeat(256)),
            good.replace("\"transactionId\"", "\"type\":\"PAID\",\"transactionId\""))) {
      provider.send(bad).expectProblem(400);
    }

    assertEquals(0, Payments.count(transaction));
    assertEquals("FEE_CONFIRMED", moves.status());
    provider.send(good).expect(204);
    assertNull(Payments.state(transaction, "FAILED"));
  }

  /** As a rival's transaction would have left it: without any of our code having run. */
  private static void accept(Moves template, String id) {
    TestDatabase.update(
        "INSERT INTO shipping_application SELECT (jsonb_populate_record(NULL::shipping_application,"
            + " to_jsonb(a) || jsonb_build_object('id', ?::text, 'idempotency_key', ?::text))).*"
            + " FROM shipping_application a WHERE id = ?::uuid",
        id,
        Api.newKey(),
        template.applicationId());
    TestDatabase.update(
        "INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)"
            + " SELECT account_id, bucket, id, last_step, 'ACCEPTED', now(), 'applicant'"
            + " FROM shipping_application WHERE id = ?::uuid",
        id);
  }
}
