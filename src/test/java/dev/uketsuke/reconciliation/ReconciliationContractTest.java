package dev.uketsuke.reconciliation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Warehouse;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What is out of step is listed until a person has settled it, and not again for the same reason.
 */
@QuarkusTest
@RealParts
class ReconciliationContractTest {

  private static final String NOTE = "{\"note\":\"Clarified by telephone.\"}";

  @Test
  void paidWithoutWaybillIsListedUntilItIsSettled() {
    settledOnce("paidWithoutWaybill", paid());
  }

  @Test
  void applicationWithoutAHistoryIsListedAllTheSame() {
    var moves = paid();
    TestDatabase.update(
        "DELETE FROM application_history WHERE application_id = ?::uuid", moves.applicationId());
    settledOnce("paidWithoutWaybill", moves);
  }

  @Test
  void shippedWithoutWaybillIsListedUntilItIsSettledAndStaysSettledWhenDelivered() {
    var moves = paid();
    moves.to("SHIPPED").expect(200);
    settledOnce("shippedWithoutWaybill", moves);
    moves.to("DELIVERED").expect(200);
    assertFalse(listed("shippedWithoutWaybill", moves));
  }

  @Test
  void refundedWithWaybillIsListedUntilItIsSettled() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = PaymentProvider.newTransaction();
    pay(moves, transaction, "PAID");
    TestDatabase.update(
        "UPDATE shipping_application SET waybill_number = 'WB-' || id WHERE id = ?::uuid",
        moves.applicationId());
    pay(moves, transaction, "REFUNDED");
    settledOnce("refundedWithWaybill", moves);
  }

  /** As the process tells that consumes the topic; this one consumes nothing. */
  @Test
  void unreadTopicIsListedUntilItIsSettledAndAgainWhenItStandsUnreadAgain() {
    var id = UUID.randomUUID().toString();
    TestDatabase.update(
        "INSERT INTO unread_topic (id, topic, records, trouble, since, seen_at)"
            + " VALUES (?::uuid, 'warehouse-events', 412, 'a fault', now() - interval '1 hour', now())",
        id);
    var staff = Api.as(Tokens.staff());
    var item = item(staff, "unreadTopics", id);
    assertEquals("warehouse-events", item.path("type").asText());
    assertEquals("Records not settled: 412; a fault", item.path("reason").asText());
    assertTrue(item.path("ageSeconds").asLong() >= 3600, item::toString);

    settle(staff, "unreadTopics", id).expect(204);
    assertEquals(
        "true", settle(staff, "unreadTopics", id).expect(204).header("Idempotent-Replayed"));
    TestDatabase.update(
        "UPDATE unread_topic SET records = 413, seen_at = now() WHERE id = ?::uuid", id);
    assertEquals(null, item(staff, "unreadTopics", id));
    TestDatabase.update(
        "UPDATE unread_topic SET since = now() - interval '7 minutes' WHERE id = ?::uuid", id);
    assertEquals(
        412 + 1,
        Integer.parseInt(
            item(staff, "unreadTopics", id).path("reason").asText().replaceAll("[^0-9]", "")));
    // The process that told so has ended.
    TestDatabase.update(
        "UPDATE unread_topic SET seen_at = now() - interval '3 minutes' WHERE id = ?::uuid", id);
    assertEquals(null, item(staff, "unreadTopics", id));
  }

  @Test
  void messageThatWaitsForAnHourIsListedUntilItIsSettled() {
    var moves = Moves.ofNewApplication();
    var id =
        TestDatabase.value(
            "UPDATE outbox SET created_at = '2001-01-01T00:00Z' WHERE aggregateid = ?"
                + " RETURNING id::text",
            moves.applicationId());
    var staff = moves.staff();
    var item = item(staff, "pendingMessages", id);
    assertEquals("application.accepted", item.path("type").asText(), item::toString);
    settle(staff, "pendingMessages", id).expect(204);
    assertEquals(null, item(staff, "pendingMessages", id));
  }

  /** The first number counts; a person finds out which one is right. */
  @Test
  void contradictingWaybillIsListedUntilItIsSettledWithANote() {
    var moves = paid();
    var number = "W-" + UUID.randomUUID();
    reported("shipped", moves, number);
    reported("shipped", moves, number + "-2");
    var id = theOnly("contradictingWaybills", moves);
    assertTrue(
        item(moves.staff(), "contradictingWaybills", id)
            .path("reason")
            .asText()
            .contains(number + "-2"));

    // Neither a move nor the same number once more settles it, or is a second item.
    reported("delivered", moves, number + "-2");
    assertEquals("DELIVERED", moves.status());
    settledWithANote("contradictingWaybills", moves, id);
    reported("delivered", moves, number + "-2");
    assertEquals(null, item(moves.staff(), "contradictingWaybills", id));

    // A third number is a new item.
    reported("delivered", moves, number + "-3");
    assertNotEquals(id, theOnly("contradictingWaybills", moves));
    assertEquals(number, moves.get().json().path("waybillNumber").asText());
  }

  @Test
  void sharedWaybillIsListedUntilItIsSettledWithANote() {
    var number = "W-" + UUID.randomUUID();
    var first = paid();
    var second = paid();
    reported("shipped", first, number);
    reported("shipped", second, number);
    var id = theOnly("sharedWaybills", second);
    assertTrue(
        item(second.staff(), "sharedWaybills", id)
            .path("reason")
            .asText()
            .contains(first.applicationId()));

    reported("delivered", first, number);
    reported("delivered", second, number);
    settledWithANote("sharedWaybills", second, id);
    reported("delivered", second, number);
    assertEquals(null, item(second.staff(), "sharedWaybills", id));
  }

  private static void reported(String what, Moves moves, String number) {
    Warehouse.structured(
            Warehouse.event(what, Warehouse.newId(), Warehouse.withWaybill(moves, number)))
        .expect(204);
  }

  /** Returns the id of the only open item of an application, which is made the oldest first. */
  private static String theOnly(String kind, Moves moves) {
    TestDatabase.update(
        "UPDATE discrepancy SET found_at = found_at - interval '20 years'"
            + " WHERE application_id = ?::uuid AND found_at > now() - interval '1 year'",
        moves.applicationId());
    var open = new ArrayList<String>();
    for (var item :
        moves.staff().get("/v1/reconciliation").expect(200).json().at("/" + kind + "/items")) {
      if (item.path("applicationId").asText().equals(moves.applicationId())) {
        open.add(item.path("id").asText());
      }
    }
    assertEquals(1, open.size(), open::toString);
    return open.get(0);
  }

  private static void settledWithANote(String kind, Moves moves, String id) {
    var staff = moves.staff();
    for (var none : List.of("{}", "{\"note\":\"\"}", "{\"note\":null}")) {
      settle(staff, kind, id, none).expectProblem(400);
    }
    settle(moves.owner(), kind, id, NOTE).expectProblem(403);
    assertEquals(id, theOnly(kind, moves));

    settle(staff, kind, id, NOTE).expect(204);
    assertEquals(null, item(staff, kind, id));
    assertTrue(
        moves
            .get()
            .json()
            .path("history")
            .findValuesAsText("reason")
            .contains("Clarified by telephone."));
    assertEquals("true", settle(staff, kind, id, NOTE).expect(204).header("Idempotent-Replayed"));
    settle(staff, kind, id, "{\"note\":\"Otherwise.\"}")
        .expectProblem(409, "reconciliation-conflict");
  }

  private static JsonNode item(Api staff, String kind, String id) {
    for (var item : staff.get("/v1/reconciliation").expect(200).json().at("/" + kind + "/items")) {
      if (item.path("id").asText().equals(id)) {
        return item;
      }
    }
    return null;
  }

  private static void settledOnce(String kind, Moves moves) {
    assertTrue(listed(kind, moves), kind);
    settle(kind, moves).expect(204);
    assertFalse(listed(kind, moves), kind + " is listed again");
    settle(kind, moves).expect(204); // an answer may have been lost
  }

  private static Moves paid() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    pay(moves, PaymentProvider.newTransaction(), "PAID");
    return moves;
  }

  private static void pay(Moves moves, String transaction, String type) {
    PaymentProvider.toService()
        .send(PaymentProvider.event(transaction, moves.applicationId(), type))
        .expect(204);
  }

  /** Makes it the oldest first, because the list is bounded and shows the oldest. */
  private static boolean listed(String kind, Moves moves) {
    TestDatabase.update(
        "UPDATE shipping_application SET updated_at = '2001-01-01T00:00Z' WHERE id = ?::uuid",
        moves.applicationId());
    return moves
        .staff()
        .get("/v1/reconciliation")
        .expect(200)
        .json()
        .at("/" + kind + "/items")
        .findValuesAsText("id")
        .contains(moves.applicationId());
  }

  private static Answer settle(String kind, Moves moves) {
    return settle(moves.staff(), kind, moves.applicationId());
  }

  private static Answer settle(Api staff, String kind, String id) {
    return settle(staff, kind, id, NOTE);
  }

  private static Answer settle(Api caller, String kind, String id, String body) {
    return caller.send(
        caller
            .request("/v1/reconciliation/" + kind + "/" + id + "/resolution")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }
}
