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
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Staff find received events by filters, and settle them or try them again, one or many. */
@QuarkusTest
@RealParts
class EventListContractTest {

  @Test
  void filtersAreCombined() {
    var moves = Moves.ofNewApplication();
    var applied = newId();
    var early = newId();
    structured(event("checked", applied, data(moves))).expect(204);
    structured(event("checked", applied, data(moves, ",\"x\":1"))).expect(202);
    structured(event("delivered", early, data(moves))).expect(202);

    var of = "applicationId=" + moves.applicationId();
    assertEquals(List.of(early, applied, applied), events(of));
    assertEquals(List.of(early), events(of + "&state=WAITING"));
    assertEquals(List.of(early, applied), events(of + "&state=PARKED,WAITING"));
    assertEquals(List.of(applied), events(of + "&reason=CONTRADICTS_EARLIER"));
    assertEquals(List.of(), events(of + "&reason=CONTRADICTS_EARLIER&state=WAITING"));
    assertEquals(List.of(early), events(of + "&type=warehouse.parcel-delivered"));
    assertEquals(List.of(), events(of + "&type=warehouse.parcel-shipped&state=WAITING"));

    backdate("1987-06-05T04:03:06Z", early);
    assertEquals(List.of(early), events(of + "&receivedBefore=1987-06-05T04:03:07Z"));
    assertEquals(
        List.of(early),
        events(
            "receivedFrom=1987-06-05T04:03:06Z&receivedBefore=1987-06-05T04:03:07Z&state=WAITING"));
    assertEquals(
        List.of(early),
        events("receivedFrom=1987-06-05T04:03:06Z&receivedBefore=1987-06-05T04:03:07Z"));
    assertEquals(List.of(), events(of + "&receivedBefore=1987-06-05T04:03:06Z"));
  }

  @Test
  void pagesShowEachEventOnceInTheOrderOfReceipt() {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      var moves = Moves.ofNewApplication();
      var id = newId();
      structured(event(i % 2 == 0 ? "checked" : "delivered", id, data(moves)))
          .expect(i % 2 == 0 ? 204 : 202);
      backdate("2001-05-0" + (1 + i / 2) + "T00:00:00Z", id); // two each at one moment
      ids.add(id);
    }
    var window = "receivedFrom=2001-05-01T00:00:00Z&receivedBefore=2001-06-01T00:00:00Z&limit=2";
    var items = new ArrayList<JsonNode>();
    var page = list(window);
    while (true) {
      page.path("items").forEach(items::add);
      if (page.path("nextCursor").isNull()) {
        break;
      }
      var cursor = page.path("nextCursor").asText();
      staff().get("/v1/events?limit=2&cursor=" + cursor).expectProblem(400, "invalid-request");
      page = list(window + "&cursor=" + cursor);
    }

    assertEquals(5, items.size());
    var sorted = new ArrayList<>(items);
    sorted.sort(
        Comparator.<JsonNode, String>comparing(item -> item.path("receivedAt").asText())
            .thenComparing(item -> item.path("id").asText())
            .reversed());
    assertEquals(sorted, items);
    assertTrue(ids.containsAll(items.stream().map(i -> i.path("eventId").asText()).toList()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state=SOLD",
        "state=PARKED,",
        "reason=BECAUSE",
        "type=warehouse.parcel-lost",
        "applicationId=1",
        "receivedFrom=yesterday",
        "receivedBefore=2001-02-03",
        "misspelt=1",
        "state=PARKED&state=PARKED"
      })
  void whatCannotBeReadIsRefused(String query) {
    staff().get("/v1/events?" + query).expectProblem(400, "invalid-request");
    staff().post("/v1/events/retry?" + query).expectProblem(400, "invalid-request");
    settle("resolution?" + query).expectProblem(400, "invalid-request");
  }

  @Test
  void manyAreSettledByFilterAndEachLeavesItsNote() {
    var applied = Moves.ofNewApplication();
    structured(event("checked", newId(), data(applied))).expect(204);
    var early = Moves.ofNewApplication();
    var both = List.of(newId(), newId());
    both.forEach(id -> structured(event("delivered", id, data(early))).expect(202));

    settle("resolution").expectProblem(400, "invalid-request");
    var of = "resolution?applicationId=";
    assertEquals(
        0, settle(of + applied.applicationId()).expect(200).json().path("settled").asInt());
    var done = settle(of + early.applicationId() + "&state=WAITING").expect(200).json();
    assertEquals(2, done.path("settled").asInt(), done::toString);
    assertFalse(done.path("more").asBoolean());
    assertEquals(0, settle(of + early.applicationId()).expect(200).json().path("settled").asInt());
    for (var id : both) {
      assertEquals("SETTLED", Messages.event(SOURCE, id));
    }
    assertEquals(
        "2",
        TestDatabase.value(
            "SELECT count(*) FROM application_history WHERE application_id = ?::uuid"
                + " AND kind = 'NOTE' AND reason = 'Done.'",
            early.applicationId()));
  }

  @Test
  void parkedEventTakesEffectWhenItIsTriedAgainAndItsApplicationExists() {
    var moves = Moves.ofNewApplication();
    var id = parkedBeforeItsApplication(moves);

    var retried = retry(ours(id)).expect(200);
    assertEquals("APPLIED", retried.json().path("state").asText(), retried::toString);
    assertEquals(null, retried.header("Idempotent-Replayed"));
    assertEquals("WAREHOUSE_CHECKED", moves.status());
    assertEquals("true", retry(ours(id)).expect(200).header("Idempotent-Replayed"));
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void whatStillFitsNothingIsParkedAgainAndWhatIsSettledStays() {
    var moves = Moves.ofNewApplication();
    moves.cancel(moves.owner()).expect(200);
    var id = newId();
    structured(event("shipped", id, data(moves))).expect(202);

    var retried = retry(ours(id)).expect(200);
    assertEquals("PARKED", retried.json().path("state").asText());
    assertEquals("NO_LONGER_POSSIBLE", retried.json().path("reason").asText());
    settle(ours(id) + "/resolution").expect(200);
    var again = retry(ours(id)).expect(200);
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertEquals("SETTLED", again.json().path("state").asText());
    retry(UUID.randomUUID().toString()).expectProblem(404, "not-found");
    for (var caller : List.of(moves.owner(), Api.as(Tokens.service()))) {
      caller.post("/v1/events/" + ours(id) + "/retry").expectProblem(403, "forbidden");
      caller.post("/v1/events/retry").expectProblem(403, "forbidden");
    }
  }

  @Test
  void contradictionIsNeverTriedAgain() {
    var moves = Moves.ofNewApplication();
    var id = newId();
    structured(event("checked", id, data(moves))).expect(204);
    structured(event("shipped", id, data(moves))).expect(202);

    var of = "applicationId=" + moves.applicationId();
    var parked = list(of + "&state=PARKED").at("/items/0/id").asText();
    assertEquals("true", retry(parked).expect(200).header("Idempotent-Replayed"));
    assertEquals(
        0, staff().post("/v1/events/retry?" + of).expect(200).json().path("retried").asInt());
    assertEquals(List.of(id), events(of + "&reason=CONTRADICTS_EARLIER&state=PARKED"));
  }

  @Test
  void manyAreTriedAgainByFilter() throws Exception {
    var all = List.of(Moves.ofNewApplication(), Moves.ofNewApplication());
    var ids = all.stream().map(this::parkedBeforeItsApplication).toList();
    for (var id : ids) {
      backdate("2001-07-01T00:00:00Z", id);
    }
    var window = "receivedBefore=2001-07-01T00:00:01Z&receivedFrom=2001-07-01T00:00:00Z";
    assertEquals(0, retried(window + "&reason=NO_LONGER_POSSIBLE"));
    assertEquals(0, retried(window + "&state=WAITING"));
    assertEquals(2, retried(window + "&reason=APPLICATION_UNKNOWN&state=PARKED"));

    Api.as(Tokens.service()).post("/v1/jobs/inbox").expect(200);
    for (int i = 0; i < 2; i++) {
      var id = ids.get(i);
      Until.holds("applied", () -> Messages.event(SOURCE, id).equals("APPLIED"));
      assertEquals("WAREHOUSE_CHECKED", all.get(i).status());
    }
  }

  /** As if the application had been restored from a backup after the event came. */
  private String parkedBeforeItsApplication(Moves moves) {
    var id = newId();
    var nowhere = "{\"applicationId\":\"" + UUID.randomUUID() + "\"}";
    structured(event("checked", id, nowhere)).expect(202);
    assertEquals("PARKED APPLICATION_UNKNOWN", Messages.event(SOURCE, id));
    TestDatabase.update(
        "UPDATE inbox SET subject = ?::uuid WHERE message_id = ?", moves.applicationId(), id);
    return id;
  }

  private static int retried(String query) {
    var report = staff().post("/v1/events/retry?" + query).expect(200).json();
    assertTrue(report.path("finished").asBoolean(), report::toString);
    return report.path("retried").asInt();
  }

  private static void backdate(String to, String event) {
    TestDatabase.update(
        "UPDATE inbox SET received_at = ?::timestamptz WHERE message_id = ?", to, event);
  }

  private static String ours(String event) {
    return TestDatabase.value("SELECT id FROM inbox WHERE message_id = ? AND variant = ''", event);
  }

  private static Answer retry(String id) {
    return staff().post("/v1/events/" + id + "/retry");
  }

  private static Answer settle(String path) {
    return staff()
        .send(
            staff()
                .request("/v1/events/" + path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"note\":\"Done.\"}")));
  }

  private static JsonNode list(String query) {
    return staff().get("/v1/events?" + query).expect(200).json();
  }

  private static List<String> events(String query) {
    return StreamSupport.stream(list(query).path("items").spliterator(), false)
        .map(item -> item.path("eventId").asText())
        .toList();
  }

  private static Api staff() {
    return Api.as(Tokens.staff());
  }
}
