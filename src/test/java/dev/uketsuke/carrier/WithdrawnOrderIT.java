package dev.uketsuke.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.CarrierStub.Reply;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import dev.uketsuke.support.Warehouse;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Orders that nobody wants any more, numbers that cannot be right, and how soon an order goes. */
class WithdrawnOrderIT {

  private CarrierStub carrier;

  @BeforeEach
  void fresh() throws Exception {
    TestDatabase.create();
    carrier = CarrierStub.start();
  }

  @AfterEach
  void stop() {
    carrier.close();
  }

  @Test
  void whatIsRefundedBeforeTheOrderGoesOutIsNotOrdered() throws Exception {
    try (var service = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      var refunded = paid(service);
      refunded.refund();
      var shipped = paid(service);
      shipped.moves().to("SHIPPED").expect(200);
      var good = paid(service);

      var run = relay(service).json();

      assertEquals(1, run.at("/counts/dropped").asInt(), run::toString);
      for (var each : List.of(refunded)) {
        assertEquals(0, carrier.callsFor(each.id()).size());
        assertNull(each.waybill());
        assertTrue(each.history().contains("No waybill was ordered"), each::history);
        assertEquals("DROPPED", listed(service, each.id()).path("state").asText());
      }
      assertEquals("WB-" + good.id(), good.waybill());
      assertEquals("WB-" + shipped.id(), shipped.waybill()); // Its parcels have been paid for.
      assertEquals(
          "the application is REFUNDED", listed(service, refunded.id()).path("lastError").asText());
      assertTrue(
          metrics(service)
              .contains(
                  "uketsuke_outbox_deliveries_total{destination=\"waybill\",outcome=\"dropped\"} 1.0"));
      assertEquals(0, relay(service).json().path("counts").size());
      assertResendLeavesItAlone(service, refunded);
    }
  }

  @Test
  void whatMayHaveBeenBookedBeforeTheRefundIsAskedForAndListed() throws Exception {
    try (var service = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      // Both orders fail, and the carrier knows nothing then; one of them it has booked all the
      // same.
      var booked = paid(service);
      var free = paid(service);
      carrier.answer(booked.id(), n -> new Reply(500, "", Map.of("Retry-After", "600")));
      carrier.answer(free.id(), n -> new Reply(500, "", Map.of("Retry-After", "600")));
      relay(service);
      carrier.book(booked.id(), "WB-late");
      booked.refund();
      free.refund();
      Messages.due(Messages.order(booked.id()));
      Messages.due(Messages.order(free.id()));

      relay(service);

      assertEquals("WB-late", booked.waybill());
      // The carrier may book it yet: it is asked again, and nobody is troubled so far.
      assertEquals("PENDING", listed(service, free.id()).path("state").asText());
      assertEquals(1, carrier.callsFor(booked.id()).size());
      assertEquals(1, carrier.callsFor(free.id()).size());
      var out = staff(service).get("/v1/reconciliation").expect(200).json();
      assertEquals(1, out.at("/refundedWithWaybill/items").size(), out::toString);
      assertEquals(booked.id(), out.at("/refundedWithWaybill/items/0/id").asText());
      assertEquals("WB-late", out.at("/refundedWithWaybill/items/0/reason").asText());
    }
  }

  @Test
  void bookingThatComesLateIsSeenAndListed() throws Exception {
    try (var service = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      var paid = timedOutAndRefunded(service);
      var order = Messages.order(paid.id());
      for (int i = 0; i < 3; i++) {
        Messages.due(order);
        relay(service);
        assertEquals("PENDING", Messages.state(order));
      }
      carrier.book(paid.id(), "WB-at-last");
      Messages.due(order);
      relay(service);

      assertEquals("WB-at-last", paid.waybill());
      assertEquals("SENT", Messages.state(order));
      assertEquals(1, carrier.callsFor(paid.id()).size());
      var listed = reconciliation(service, "refundedWithWaybill");
      assertEquals("WB-at-last", listed.at("/0/reason").asText(), listed::toString);
      assertEquals(0, reconciliation(service, "unknownBookings").size());
    }
  }

  @Test
  void bookingThatStaysUnknownIsListedUntilItIsSettled() throws Exception {
    try (var service =
        start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false", "UKETSUKE_CARRIER_ASK_FOR", "PT0.1S"))) {
      var paid = timedOutAndRefunded(service);
      var order = Messages.order(paid.id());
      Until.holds(
          "dropped",
          () -> {
            Messages.due(order);
            relay(service);
            return Messages.state(order).equals("SENT"); // Dropped ones carry sent_at as well.
          });

      assertEquals("DROPPED", listed(service, paid.id()).path("state").asText());
      assertTrue(paid.history().contains("No waybill is known:"), paid::history);
      var unknown = reconciliation(service, "unknownBookings");
      assertEquals(1, unknown.size(), unknown::toString);
      assertEquals(paid.id(), unknown.at("/0/applicationId").asText());
      assertTrue(unknown.at("/0/reason").asText().contains(order), unknown::toString);
      var id = unknown.at("/0/id").asText();
      settle(service, "unknownBookings", id, "The carrier has none.").expect(204);
      assertEquals(0, reconciliation(service, "unknownBookings").size());
    }
  }

  @Test
  void applicationThatHasANumberIsNotOrderedFor() throws Exception {
    try (var service = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      var told = paid(service);
      shipped(service, told, "W-77");
      // The attempt has no answer, then the warehouse tells a number, then the carrier another one.
      var twice = paid(service);
      carrier.answer(twice.id(), n -> CarrierStub.nothing());
      relay(service);
      shipped(service, twice, "W-78");
      carrier.book(twice.id(), "WB-78");
      var same = paid(service);
      carrier.answer(same.id(), n -> CarrierStub.nothing());
      relay(service);
      shipped(service, same, "W-79");
      carrier.book(same.id(), "W-79");
      Messages.due(Messages.order(twice.id()));
      Messages.due(Messages.order(same.id()));
      relay(service);

      assertEquals(0, carrier.callsFor(told.id()).size());
      assertEquals("W-77", told.waybill());
      assertEquals("DROPPED", listed(service, told.id()).path("state").asText());
      assertEquals(1, carrier.callsFor(twice.id()).size());
      assertEquals("W-78", twice.waybill());
      var contradicting = reconciliation(service, "contradictingWaybills");
      assertEquals(1, contradicting.size(), contradicting::toString);
      assertEquals(twice.id(), contradicting.at("/0/applicationId").asText());
      assertTrue(contradicting.at("/0/reason").asText().contains("WB-78"));
      assertEquals("W-79", same.waybill());
      assertEquals("SENT", listed(service, same.id()).path("state").asText());
    }
  }

  /** Ordered once without an answer, then refunded; the carrier has booked nothing so far. */
  private Paid timedOutAndRefunded(PackagedService service) {
    var paid = paid(service);
    carrier.answer(paid.id(), n -> CarrierStub.nothing());
    relay(service);
    assertEquals(1, carrier.callsFor(paid.id()).size());
    paid.refund();
    return paid;
  }

  private static void shipped(PackagedService service, Paid paid, String number) {
    var machine = Api.at(service.uri(), Tokens.service());
    var event =
        Warehouse.event("shipped", Warehouse.newId(), Warehouse.withWaybill(paid.moves(), number));
    machine
        .send(
            machine
                .request("/v1/events")
                .header("Content-Type", "application/cloudevents+json")
                .POST(BodyPublishers.ofString(event)))
        .expect(204);
  }

  private static JsonNode reconciliation(PackagedService service, String kind) {
    return staff(service).get("/v1/reconciliation").expect(200).json().at("/" + kind + "/items");
  }

  private static Answer settle(PackagedService service, String kind, String id, String note) {
    var staff = staff(service);
    return staff.send(
        staff
            .request("/v1/reconciliation/" + kind + "/" + id + "/resolution")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"note\":\"" + note + "\"}")));
  }

  @Test
  void refundDuringTheCallIsListedWithItsWaybill() throws Exception {
    try (var service = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      carrier.hold();
      var paid = paid(service);
      var run = Concurrently.start(i -> relay(service));
      Until.holds("the order is there", () -> carrier.callsFor(paid.id()).size() == 1);
      paid.refund(); // Needs no connection or lock that the call would hold.
      carrier.open();
      run.get();

      assertEquals("WB-" + paid.id(), paid.waybill());
      var out = staff(service).get("/v1/reconciliation").expect(200).json();
      assertEquals(paid.id(), out.at("/refundedWithWaybill/items/0/id").asText(), out::toString);
    }
  }

  @Test
  void numberOfAnotherApplicationIsTakenAndTold() throws Exception {
    try (var service = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      carrier.answerAll(call -> new Reply(201, "{\"waybillNumber\":\"WB-1\"}"));
      // At once, and one after another.
      var all = List.of(paid(service), paid(service), paid(service), paid(service));
      relay(service);
      var late = paid(service);
      relay(service);

      for (var each : all) {
        assertEquals("WB-1", each.waybill());
      }
      assertEquals("WB-1", late.waybill());
      var order = listed(service, late.id());
      assertEquals("SENT", order.path("state").asText());
      assertTrue(order.path("lastError").asText().contains("application "), order::toString);
      var out = staff(service).get("/v1/reconciliation").expect(200).json();
      assertEquals(4, out.at("/sharedWaybills/items").size(), out::toString);
      assertEquals(0, out.at("/parkedMessages/items").size(), out::toString);
      // One applicant learns nothing of another's application.
      assertFalse(late.history().contains(all.get(0).id()), late::history);
    }
  }

  @Test
  void orderGoesOutWithTheCommitNotWithTheSchedule() throws Exception {
    try (var service = start(Map.of("UKETSUKE_RELAY_EVERY", "P1D"))) {
      var paid = paid(service);
      Until.holds("ordered long before the schedule", () -> paid.waybill() != null);
      assertEquals(1, carrier.callsFor(paid.id()).size());
    }
  }

  private void assertResendLeavesItAlone(PackagedService service, Paid refunded) throws Exception {
    var order = Messages.order(refunded.id());
    var again = staff(service).post("/v1/outbox/" + order + "/resend").expect(200);
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertFalse(again.json().path("droppedAt").isMissingNode(), again::toString);
    relay(service);
    assertEquals(0, carrier.callsFor(refunded.id()).size());
  }

  /** An application that was paid by this transaction. */
  private record Paid(PackagedService service, Moves moves, String transaction) {
    String id() {
      return moves.applicationId();
    }

    void refund() {
      PaymentProvider.to(service.uri())
          .send(PaymentProvider.event(transaction, id(), "REFUNDED"))
          .expect(204);
      assertEquals("REFUNDED", moves.status());
    }

    String waybill() {
      return moves.get().json().path("waybillNumber").asText(null);
    }

    String history() {
      return moves.get().json().path("history").toString();
    }
  }

  private PackagedService start(Map<String, String> settings) throws Exception {
    var environment = new HashMap<>(settings);
    environment.put("UKETSUKE_CARRIER_URL", carrier.url());
    return PackagedService.start(environment);
  }

  private static Paid paid(PackagedService service) {
    var owner = Api.at(service.uri(), Tokens.applicant());
    var id = owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId();
    var moves = new Moves(owner, staff(service), id).feeConfirmed();
    var transaction = PaymentProvider.newTransaction();
    PaymentProvider.to(service.uri())
        .send(PaymentProvider.event(transaction, id, "PAID"))
        .expect(204);
    return new Paid(service, moves, transaction);
  }

  private static JsonNode listed(PackagedService service, String applicationId) {
    var items = staff(service).get("/v1/outbox?limit=100").expect(200).json().path("items");
    for (var item : items) {
      if (item.path("destination").asText().equals("waybill")
          && item.path("applicationId").asText().equals(applicationId)) {
        return item;
      }
    }
    throw new AssertionError("not listed: " + applicationId);
  }

  private static Answer relay(PackagedService service) {
    return Api.at(service.uri(), Tokens.service()).post("/v1/jobs/relay").expect(200);
  }

  private static String metrics(PackagedService service) {
    return staff(service).get("/q/metrics").text();
  }

  private static Api staff(PackagedService service) {
    return Api.at(service.uri(), Tokens.staff());
  }
}
