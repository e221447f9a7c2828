package dev.uketsuke.warehouse;

import static dev.uketsuke.support.Warehouse.SOURCE;
import static dev.uketsuke.support.Warehouse.data;
import static dev.uketsuke.support.Warehouse.event;
import static dev.uketsuke.support.Warehouse.newId;
import static dev.uketsuke.support.Warehouse.structured;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Staff find events that did not take effect, and settle them by hand. */
@QuarkusTest
@RealParts
class EventResolutionContractTest {

  private static final String NOTE = "{\"note\":\"The parcel came back.\"}";

  @Test
  void parkedEventIsListedAndSettledOnce() {
    var moves = Moves.ofNewApplication();
    moves.cancel(moves.owner()).expect(200);
    var event = newId();
    structured(event("shipped", event, data(moves))).expect(202);
    var item = listed(event, "PARKED");
    assertEquals("NO_LONGER_POSSIBLE", item.path("reason").asText());
    assertEquals(moves.applicationId(), item.path("applicationId").asText());
    var id = item.path("id").asText();
    assertTrue(isOutOfStep(id));

    var settled = resolve(id, NOTE).expect(200);
    assertEquals("SETTLED", settled.json().path("state").asText());
    assertFalse(settled.json().path("settledAt").isMissingNode());
    var repeated = resolve(id, NOTE).expect(200);
    assertEquals("true", repeated.header("Idempotent-Replayed"));
    assertEquals(settled.json(), repeated.json());
    resolve(id, "{\"note\":\"other\"}").expectProblem(409, "event-conflict");

    assertFalse(isOutOfStep(id));
    assertEquals(null, listed(event, "PARKED"));
    assertEquals(1, notes(moves));
    structured(event("shipped", event, data(moves))).expect(204);
    assertEquals("SETTLED NO_LONGER_POSSIBLE", Messages.event(SOURCE, event));
  }

  @Test
  void settledEventIsNeverAppliedThoughItsTimeComes() {
    var moves = Moves.ofNewApplication();
    var event = newId();
    structured(event("shipped", event, data(moves))).expect(202);

    resolve(listed(event, "WAITING").path("id").asText(), NOTE).expect(200);
    moves.feeConfirmed();
    pay(moves);
    structured(event("shipped", event, data(moves))).expect(204);

    assertEquals("PAID", moves.status());
    assertEquals("SETTLED", Messages.event(SOURCE, event));
  }

  @Test
  void contradictionIsSettledByItself() {
    var moves = Moves.ofNewApplication();
    var event = newId();
    structured(event("checked", event, data(moves))).expect(204);
    structured(event("checked", event, data(moves, ",\"more\":1"))).expect(202);

    resolve(listed(event, "PARKED").path("id").asText(), NOTE).expect(200);

    assertEquals("APPLIED", Messages.event(SOURCE, event));
    structured(event("checked", event, data(moves, ",\"more\":1"))).expect(202);
    assertEquals(null, listed(event, "PARKED"));
  }

  @Test
  void eventForUnknownApplicationCanBeSettledAndAnAppliedOneCannot() {
    var moves = Moves.ofNewApplication();
    var applied = newId();
    structured(event("checked", applied, data(moves))).expect(204);
    resolve(listed(applied, "APPLIED").path("id").asText(), NOTE)
        .expectProblem(409, "event-conflict");

    var unknown = newId();
    var data = "{\"applicationId\":\"" + UUID.randomUUID() + "\"}";
    structured(event("checked", unknown, data)).expect(202);
    resolve(listed(unknown, "PARKED").path("id").asText(), NOTE).expect(200);
    structured(event("checked", unknown, data)).expect(204);
    assertEquals("SETTLED APPLICATION_UNKNOWN", Messages.event(SOURCE, unknown));
  }

  @Test
  void twentyAtOnceSettleOnce() throws Exception {
    var moves = Moves.ofNewApplication();
    var event = newId();
    structured(event("delivered", event, data(moves))).expect(202);
    var id = listed(event, "WAITING").path("id").asText();

    var answers = Concurrently.run(20, i -> resolve(id, NOTE).expect(200));

    assertEquals(1, answers.stream().filter(a -> a.header("Idempotent-Replayed") == null).count());
    assertEquals(1, notes(moves));
  }

  @Test
  void badResolutionsSettleNothingAndStaffAloneMayTry() {
    var moves = Moves.ofNewApplication();
    var event = newId();
    structured(event("delivered", event, data(moves))).expect(202);
    var id = listed(event, "WAITING").path("id").asText();

    for (var body : List.of("", "[]", "{}", "{\"note\":\" \"}", "{\"note\":\"x\",\"by\":\"y\"}")) {
      resolve(id, body).expectProblem(400);
    }
    for (var other : List.of(UUID.randomUUID().toString(), "x")) {
      resolve(other, NOTE).expectProblem(404, "not-found");
    }
    for (var caller : List.of(moves.owner(), Api.as(Tokens.service()))) {
      resolve(caller, id, NOTE).expectProblem(403, "forbidden");
      caller.get("/v1/events").expectProblem(403, "forbidden");
    }
    Api.as(Tokens.staff()).get("/v1/events?state=LOST&limit=0&cursor=x").expectProblem(400);
    assertEquals("WAITING", Messages.event(SOURCE, event));
  }

  private static JsonNode listed(String event, String state) {
    var page = Api.as(Tokens.staff()).get("/v1/events?limit=100&state=" + state).expect(200).json();
    for (var item : page.path("items")) {
      if (event.equals(item.path("eventId").asText())) {
        return item;
      }
    }
    return null;
  }

  private static boolean isOutOfStep(String id) {
    var list = Api.as(Tokens.staff()).get("/v1/reconciliation").expect(200).json();
    return list.at("/parkedEvents/items").findValuesAsText("id").contains(id);
  }

  private static int notes(Moves moves) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM application_history WHERE application_id = ?::uuid"
                + " AND kind = 'NOTE' AND by = 'staff'",
            moves.applicationId()));
  }

  private static Answer resolve(String id, String body) {
    return resolve(Api.as(Tokens.staff()), id, body);
  }

  private static Answer resolve(Api api, String id, String body) {
    return api.send(
        api.request("/v1/events/" + id + "/resolution")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static void pay(Moves moves) {
    PaymentProvider.toService()
        .send(
            PaymentProvider.event(PaymentProvider.newTransaction(), moves.applicationId(), "PAID"))
        .expect(204);
  }
}
