package dev.uketsuke.warehouse;

import static dev.uketsuke.support.Warehouse.SOURCE;
import static dev.uketsuke.support.Warehouse.data;
import static dev.uketsuke.support.Warehouse.event;
import static dev.uketsuke.support.Warehouse.newId;
import static dev.uketsuke.support.Warehouse.post;
import static dev.uketsuke.support.Warehouse.rows;
import static dev.uketsuke.support.Warehouse.structured;
import static dev.uketsuke.support.Warehouse.withWaybill;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Events of the warehouse over HTTP, contract §3.6. */
@QuarkusTest
@RealParts
class EventContractTest {

  @Test
  void eventIsAppliedOnceHoweverOftenItComes() {
    var moves = Moves.ofNewApplication();
    var event = event("checked", newId(), data(moves));

    structured(event).expect(204);
    structured(event).expect(204);

    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
    assertEquals("application.accepted application.warehouse-checked", moves.outbox());
    assertEquals("warehouse", moves.get().json().at("/history/1/by").asText());
  }

  @Test
  void bothModesAreTheSameMessage() {
    var moves = Moves.ofNewApplication();
    var id = newId();

    binary(headers("checked", id), data(moves)).expect(204);
    structured(event("checked", id, data(moves).replace(":", " : "))).expect(204);

    assertEquals("1", rows(id));
  }

  @Test
  void headersArePercentDecoded() {
    var moves = Moves.ofNewApplication();
    var id = newId();

    binary(headers("checked", id + "%20%E2%82%AC+"), data(moves)).expect(204);

    assertEquals("APPLIED", Messages.event(SOURCE, id + " €+"));
  }

  @Test
  void quotedAttributeIsTheSameAsTheBareOne() {
    var moves = Moves.ofNewApplication();
    var id = newId();

    binary(headers("checked", "\"" + id + "\""), data(moves)).expect(204);
    binary(headers("checked", id), data(moves)).expect(204);

    assertEquals("1", rows(id));
  }

  @Test
  void attributesThatHaveNoOneReadingAreRefused() {
    var moves = Moves.ofNewApplication();
    binary(headers("checked", newId() + "%ff"), data(moves)).expectProblem(400);

    var request = Api.as(Tokens.service()).request("/v1/events");
    headers("checked", newId()).forEach(request::header);
    request.header("ce-id", newId()).header("Content-Type", "application/json");
    Api.as(Tokens.service())
        .send(request.POST(BodyPublishers.ofString(data(moves))))
        .expectProblem(400, "invalid-request");
    assertEquals("ACCEPTED", moves.history());
  }

  /**
   * Whatever a sender puts into headers is read in one way or refused, and never a fault of ours.
   */
  @Test
  void oddHeadersOfBinaryModeAreReadInOneWayOrRefused() {
    var moves = Moves.ofNewApplication();
    var id = newId();
    var refused =
        List.of(
            Map.entry("ce-specversion", "1"),
            Map.entry("ce-specversion", "1.1"),
            Map.entry("ce-id", "\"\""),
            Map.entry("ce-id", "%20"),
            Map.entry("ce-id", "a%00b"),
            Map.entry("ce-id", "a%0ab"),
            Map.entry("ce-id", "%ed%a0%80"),
            Map.entry("ce-id", "%c0%80"),
            Map.entry("ce-source", "%09"),
            Map.entry("ce-type", "warehouse.parcel-checked,warehouse.parcel-shipped"),
            Map.entry("ce-type", "WAREHOUSE.PARCEL-CHECKED"));
    for (var odd : refused) {
      var headers = headers("checked", id);
      headers.put(odd.getKey(), odd.getValue());
      binary(headers, data(moves)).expectProblem(400, "invalid-request");
    }
    for (var type :
        List.of("application/json; charset=utf-16", "text/json", "application/jsonx", "json")) {
      var headers = headers("checked", id);
      headers.put("Content-Type", type);
      int status = post(headers, data(moves)).status();
      assertTrue(status == 415 || status == 400, type + " answered " + status);
    }
    var both = headers("checked", id);
    both.put("Content-Type", "application/cloudevents+json");
    post(both, event("lost", id, data(moves))).expectProblem(400, "invalid-request");
    assertEquals("0", rows(id));

    var quoted = headers("checked", "\"" + id + "\\\"%25\"");
    quoted.put("ce-traceparent", "\u0007nonsense".strip().replace("\u0007", "%07"));
    quoted.put("ce-unknownextension", "x");
    binary(quoted, data(moves)).expect(204);
    assertEquals("APPLIED", Messages.event(SOURCE, id + "\"%"));
  }

  @Test
  void dataThatIsOddIsEitherTakenOrRefused() {
    var moves = Moves.ofNewApplication();
    for (var number : List.of("1000e2147483647", "1e-2147483640", "0e999999999")) {
      structured(event("checked", newId(), data(moves, ",\"x\":" + number))).expect(204);
    }
    for (var surrogate : List.of("\\ud800", "\\udfff", "\\udc00\\ud800")) {
      structured(event("checked", newId(), data(moves, ",\"x\":\"" + surrogate + "\"")))
          .expectProblem(400, "invalid-request");
      structured(event("checked", newId(), data(moves, ",\"" + surrogate + "\":1")))
          .expectProblem(400, "invalid-request");
    }
    // Longer than an entry of the index can be.
    structured(event("checked", newId(), data(moves)).replace(SOURCE, "受".repeat(900)))
        .expectProblem(400, "invalid-request");
    structured(event("checked", newId(), data(moves)).replace(SOURCE, "受".repeat(333))).expect(204);
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void earlyEventsWaitAndAreAppliedInTheOrderOfTheWorld() {
    var moves = Moves.ofNewApplication();
    var delivered = newId();
    var shipped = newId();

    structured(event("delivered", delivered, data(moves))).expect(202);
    structured(event("shipped", shipped, withWaybill(moves, "W-7"))).expect(202);
    assertEquals("WAITING", Messages.event(SOURCE, delivered));
    moves.feeConfirmed();
    assertEquals("WAITING", Messages.event(SOURCE, shipped));
    pay(moves);

    assertEquals(
        "ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED PAID SHIPPED DELIVERED", moves.history());
    assertEquals("W-7", moves.get().json().path("waybillNumber").asText());
    assertEquals("APPLIED", Messages.event(SOURCE, delivered));
  }

  @Test
  void whatHappenedBeforeIsApplied() {
    var moves = Moves.ofNewApplication();
    moves.to("WAREHOUSE_CHECKED").expect(200);
    var id = newId();

    structured(event("checked", id, data(moves))).expect(204);

    assertEquals("APPLIED", Messages.event(SOURCE, id));
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void numberToldLateIsTakenAndNeverReplacesAnother() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    pay(moves);
    moves.to("SHIPPED").expect(200);

    structured(event("shipped", newId(), withWaybill(moves, "W-1"))).expect(204);
    structured(event("shipped", newId(), withWaybill(moves, "W-2"))).expect(204);

    assertEquals("W-1", moves.get().json().path("waybillNumber").asText());
  }

  @Test
  void contradictingNumberIsNotedOnceHoweverManyEventsTellIt() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    pay(moves);
    structured(event("shipped", newId(), withWaybill(moves, "W-1"))).expect(204);

    structured(event("shipped", newId(), withWaybill(moves, "W-2"))).expect(204);
    structured(event("shipped", newId(), withWaybill(moves, "W-2"))).expect(204);
    structured(event("delivered", newId(), withWaybill(moves, "W-2"))).expect(204);
    assertEquals("1 1", notesAndDiscrepancies(moves, "W-2"));
    structured(event("delivered", newId(), withWaybill(moves, "W-3"))).expect(204);
    assertEquals("1 1", notesAndDiscrepancies(moves, "W-3"));
  }

  private static String notesAndDiscrepancies(Moves moves, String number) {
    return TestDatabase.value(
        "SELECT concat_ws(' ', (SELECT count(*) FROM application_history"
            + " WHERE application_id = ?::uuid AND kind = 'NOTE' AND reason LIKE ?),"
            + " (SELECT count(*) FROM discrepancy WHERE application_id = ?::uuid AND detail LIKE ?))",
        moves.applicationId(),
        "%" + number + " was reported%",
        moves.applicationId(),
        "%" + number + " was reported%");
  }

  @Test
  void numberThatComesWithTheMoveIsInTheHistoryAndInTheEvent() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    pay(moves);

    structured(event("shipped", newId(), withWaybill(moves, "W-1"))).expect(204);

    var application = moves.get().json();
    assertEquals("W-1", application.path("waybillNumber").asText());
    assertTrue(application.path("history").toString().contains("W-1"), application::toString);
    assertEquals("W-1", shippedNumber(moves));
  }

  private static String shippedNumber(Moves moves) {
    return TestDatabase.value(
        "SELECT payload ->> 'waybillNumber' FROM outbox"
            + " WHERE aggregateid = ? AND type = 'application.shipped'",
        moves.applicationId());
  }

  @Test
  void shippedEventDoesNotReplaceTheCarriersNumber() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    pay(moves);
    TestDatabase.update(
        "UPDATE shipping_application SET waybill_number = 'C-1' WHERE id = ?::uuid",
        moves.applicationId());

    structured(event("shipped", newId(), withWaybill(moves, "W-1"))).expect(204);

    var application = moves.get().json();
    assertEquals("SHIPPED", application.path("status").asText());
    assertEquals("C-1", application.path("waybillNumber").asText());
    assertTrue(application.path("history").toString().contains("W-1"), application::toString);
    assertEquals("C-1", shippedNumber(moves));
  }

  @Test
  void cancelledApplicationLeavesItToAPerson() {
    var moves = Moves.ofNewApplication();
    var early = newId();
    var late = newId();

    structured(event("shipped", early, data(moves))).expect(202);
    moves.cancel(moves.owner()).expect(200);
    structured(event("delivered", late, data(moves))).expect(202);

    assertEquals("PARKED NO_LONGER_POSSIBLE", Messages.event(SOURCE, early));
    assertEquals("PARKED NO_LONGER_POSSIBLE", Messages.event(SOURCE, late));
    assertEquals("ACCEPTED CANCELLED", moves.history());
  }

  @Test
  void contradictionIsKeptBesideAndChangesNothing() {
    var moves = Moves.ofNewApplication();
    var id = newId();
    structured(event("checked", id, data(moves, ",\"n\":9007199254740993"))).expect(204);

    for (int i = 0; i < 2; i++) {
      structured(event("checked", id, data(moves, ",\"n\":9007199254740992"))).expect(202);
      structured(event("shipped", id, data(moves, ",\"n\":9007199254740993"))).expect(202);
    }

    assertEquals("APPLIED", Messages.event(SOURCE, id));
    assertEquals("3", rows(id));
    structured(event("checked", id, data(moves, ",\"n\":9007199254740993.0"))).expect(204);
  }

  @Test
  void unknownApplicationIsKept() {
    var id = newId();
    var data = "{\"applicationId\":\"" + UUID.randomUUID() + "\"}";

    structured(event("checked", id, data)).expect(202);

    assertEquals("PARKED APPLICATION_UNKNOWN", Messages.event(SOURCE, id));
  }

  @Test
  void whatIsNoEventLeavesNoTrace() {
    var moves = Moves.ofNewApplication();
    var id = newId();
    var good = event("checked", id, data(moves));
    for (var bad :
        List.of(
            "",
            "[]",
            "{}",
            good.replace("\"1.0\"", "\"0.3\""),
            good.replace("\"1.0\"", "1.0"),
            good.replace("parcel-checked", "parcel-lost"),
            good.replace("warehouse.parcel-checked", ""),
            good.replace(SOURCE, " "),
            good.replace(id, ""),
            good.replace(id, "a\\u0000b"),
            good.replace(id, "a\\ud800b"),
            good.replace(id, "x".repeat(256)),
            good.replace("\"data\"", "\"date\""),
            good.replace(data(moves), "\"x\""),
            good.replace(data(moves), "{}"),
            good.replace(moves.applicationId(), "1-1-1-1-1"),
            event("shipped", id, withWaybill(moves, "x".repeat(101))),
            good + "x")) {
      structured(bad).expectProblem(400);
    }
    var withoutId = headers("checked", id);
    withoutId.remove("ce-id");
    binary(withoutId, data(moves)).expectProblem(400, "invalid-request");
    binary(Map.of(), data(moves)).expectProblem(400, "invalid-request");
    post(Map.of("Content-Type", "text/plain"), good).expectProblem(415);

    assertEquals("0", rows(id));
    structured(good).expect(204);
  }

  @Test
  void doorIsForMachinesOnly() {
    var moves = Moves.ofNewApplication();
    for (var caller : List.of(moves.owner(), moves.staff())) {
      caller
          .send(
              caller
                  .request("/v1/events")
                  .header("Content-Type", "application/cloudevents+json")
                  .POST(BodyPublishers.ofString(event("checked", newId(), data(moves)))))
          .expectProblem(403, "forbidden");
    }
    var stranger = Api.asApplicant();
    stranger
        .send(
            stranger
                .withoutToken("/v1/events")
                .header("Content-Type", "application/cloudevents+json")
                .POST(BodyPublishers.ofString("{}")))
        .expectProblem(401, "authentication-required");
  }

  @Test
  void failureIsForgottenAndTheRedeliveryCounts() throws Exception {
    var moves = Moves.ofNewApplication();
    var id = newId();
    var event = event("checked", id, data(moves));

    Tricks.failingWrite("outbox").during(() -> structured(event).expectProblem(500));
    assertEquals("0", rows(id));
    structured(event).expect(204);

    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void twentyAtOnceAreOne() throws Exception {
    var moves = Moves.ofNewApplication();
    var event = event("checked", newId(), data(moves));

    var answers = Concurrently.run(20, i -> structured(event));

    assertEquals(20, answers.stream().filter(a -> a.status() == 204).count(), answers::toString);
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void moveMadeMeanwhileAndEventNeverMissEachOther() throws Exception {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var id = newId();
    // Committed together with the payment, or after it: either way it has to be applied.
    Concurrently.run(
        2,
        i -> {
          if (i == 0) {
            pay(moves);
          } else {
            structured(event("shipped", id, data(moves)));
          }
          return null;
        });

    assertEquals("APPLIED", Messages.event(SOURCE, id));
    assertEquals("SHIPPED", moves.status());
  }

  private Answer binary(Map<String, String> headers, String data) {
    var all = new java.util.HashMap<>(headers);
    all.put("Content-Type", "application/json");
    return post(all, data);
  }

  private static Map<String, String> headers(String what, String id) {
    return new java.util.HashMap<>(
        Map.of(
            "ce-specversion",
            "1.0",
            "ce-id",
            id,
            "ce-source",
            SOURCE,
            "ce-type",
            "warehouse.parcel-" + what));
  }

  private static void pay(Moves moves) {
    PaymentProvider.toService()
        .send(
            PaymentProvider.event(PaymentProvider.newTransaction(), moves.applicationId(), "PAID"))
        .expect(204);
  }
}
