package dev.uketsuke.warehouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Warehouse;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Staff find dead letters, settle them with a note, and have them read again. */
@QuarkusTest
@RealParts
class DeadLetterContractTest {

  private static final String UNREADABLE = "{\"specversion\":\"0.3\",";

  @Test
  void openOneIsListedUntilItIsSettledOnceAndTheApplicationHasTheNote() {
    var moves = Moves.ofNewApplication();
    var id = put(moves, UNREADABLE);

    var item = only("applicationId=" + moves.applicationId());
    assertEquals("OPEN", item.path("state").asText(), item::toString);
    assertEquals("made by a test", item.path("reason").asText());
    assertEquals(UNREADABLE, item.path("excerpt").asText());
    assertEquals(UNREADABLE.length(), item.path("size").asInt());
    assertTrue(isOutOfStep(id));

    var settled = settle(id + "/resolution", "Sent again.").expect(200);
    assertEquals("SETTLED", settled.json().path("state").asText());
    assertEquals("Sent again.", settled.json().path("note").asText());
    var repeated = settle(id + "/resolution", "Sent again.").expect(200);
    assertEquals("true", repeated.header("Idempotent-Replayed"));
    assertEquals(settled.json(), repeated.json());
    settle(id + "/resolution", "other").expectProblem(409, "event-conflict");

    assertFalse(isOutOfStep(id));
    assertEquals(
        "Sent again.",
        TestDatabase.value(
            "SELECT string_agg(reason, '|') FROM application_history"
                + " WHERE application_id = ?::uuid AND kind = 'NOTE' AND by = 'staff'",
            moves.applicationId()));
    var again = staff().post("/v1/dead-letters/" + id + "/redrive").expect(200);
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertEquals("SETTLED", again.json().path("state").asText());
  }

  @Test
  void readAgainItIsReceivedOnceOrSaysWhyNot() {
    var moves = Moves.ofNewApplication();
    var event = Warehouse.event("checked", Warehouse.newId(), Warehouse.data(moves));
    var good = put(moves, event);
    var bad = put(moves, UNREADABLE);

    var received = staff().post("/v1/dead-letters/" + good + "/redrive").expect(200);
    assertEquals("APPLIED", received.json().path("state").asText(), received::toString);
    assertEquals(null, received.header("Idempotent-Replayed"));
    assertEquals("WAREHOUSE_CHECKED", moves.status());
    var again = staff().post("/v1/dead-letters/" + good + "/redrive").expect(200);
    assertEquals("true", again.header("Idempotent-Replayed"));
    settle(good + "/resolution", "x").expectProblem(409, "event-conflict");

    var still = staff().post("/v1/dead-letters/" + bad + "/redrive").expect(200);
    assertEquals("OPEN", still.json().path("state").asText());
    assertEquals("the body is not a JSON object", still.json().path("reason").asText());
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void filtersAreCombinedAndSelectWhatIsReadAgainOrSettled() {
    var moves = Moves.ofNewApplication();
    var bad = put(moves, UNREADABLE);
    var good = put(moves, Warehouse.event("checked", Warehouse.newId(), Warehouse.data(moves)));
    TestDatabase.update(
        "UPDATE dead_letter SET received_at = '2001-02-03T04:05:06Z' WHERE id = ?::uuid", bad);

    var of = "applicationId=" + moves.applicationId();
    assertEquals(List.of(good, bad), ids(of));
    assertEquals(List.of(good), ids(of + "&receivedFrom=2001-02-03T04:05:07Z"));
    assertEquals(List.of(bad), ids("receivedBefore=2001-02-03T04:05:07Z&state=OPEN,SETTLED"));
    assertEquals(List.of(), ids(of + "&topic=another"));
    assertEquals(List.of(good, bad), ids(of + "&topic=warehouse-events&state=OPEN"));
    var page = staff().get("/v1/dead-letters?limit=1&" + of).expect(200).json();
    var next = "limit=1&" + of + "&cursor=" + page.path("nextCursor").asText();
    assertEquals(List.of(bad), ids(next));
    staff().get("/v1/dead-letters?" + next + "&state=OPEN").expectProblem(400, "invalid-request");

    var run = staff().post("/v1/dead-letters/redrive?" + of).expect(200).json();
    assertEquals(1, run.path("received").asInt(), run::toString);
    assertEquals(1, run.path("unreadable").asInt(), run::toString);
    assertTrue(run.path("finished").asBoolean(), run::toString);

    settle("resolution", "All of them.").expectProblem(400, "invalid-request");
    var settled = settle("resolution?" + of, "All of them.").expect(200).json();
    assertEquals(1, settled.path("settled").asInt(), settled::toString);
    assertFalse(settled.path("more").asBoolean());
    assertEquals(List.of(bad), ids(of + "&state=SETTLED"));
    assertEquals(List.of(good), ids(of + "&state=APPLIED"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state=PARKED",
        "applicationId=1",
        "receivedFrom=yesterday",
        "receivedBefore=2001-02-03",
        "misspelt=1",
        "topic=a&topic=b"
      })
  void whatCannotBeReadIsRefused(String query) {
    staff().get("/v1/dead-letters?" + query).expectProblem(400, "invalid-request");
    staff().post("/v1/dead-letters/redrive?" + query).expectProblem(400, "invalid-request");
    settle("resolution?" + query, "x").expectProblem(400, "invalid-request");
  }

  @Test
  void bytesThatAreNoTextAreShownAsFarAsTheyGo() {
    var moves = Moves.ofNewApplication();
    put(moves, new byte[] {'a', 0, (byte) 0xff, 'b'});
    put(moves, ("受".repeat(400)).getBytes(UTF_8));
    put(moves, (byte[]) null);

    var texts =
        staff()
            .get("/v1/dead-letters?applicationId=" + moves.applicationId())
            .expect(200)
            .json()
            .path("items")
            .findValuesAsText("excerpt");
    assertEquals(List.of("受".repeat(166), "a\u0000\uFFFDb"), texts);
  }

  @Test
  void staffAloneMaySeeAndChangeThem() {
    var moves = Moves.ofNewApplication();
    var id = put(moves, UNREADABLE);
    for (var caller : List.of(moves.owner(), Api.as(Tokens.service()))) {
      caller.get("/v1/dead-letters").expectProblem(403, "forbidden");
      caller.post("/v1/dead-letters/" + id + "/redrive").expectProblem(403, "forbidden");
      caller.post("/v1/dead-letters/redrive").expectProblem(403, "forbidden");
    }
    for (var other : List.of(UUID.randomUUID().toString(), "x")) {
      settle(other + "/resolution", "x").expectProblem(404, "not-found");
      staff().post("/v1/dead-letters/" + other + "/redrive").expectProblem(404, "not-found");
    }
  }

  private static String put(Moves moves, String value) {
    return put(moves, value.getBytes(UTF_8));
  }

  /** As the consumer puts a record aside. */
  private static String put(Moves moves, byte[] value) {
    var id = UUID.randomUUID().toString();
    var type = Base64.getEncoder().encodeToString("application/cloudevents+json".getBytes(UTF_8));
    TestDatabase.update(
        "INSERT INTO dead_letter (id, topic, partition, record_offset, digest, record_key,"
            + " record_value, headers, reason, application_id)"
            + " VALUES (?::uuid, 'warehouse-events', 0, 1, decode(replace(?, '-', ''), 'hex'), NULL,"
            + " ?::bytea, ?, 'made by a test', ?::uuid)",
        id,
        id,
        value,
        "[[\"content-type\",\"" + type + "\"]]",
        moves.applicationId());
    return id;
  }

  private static boolean isOutOfStep(String id) {
    return staff()
        .get("/v1/reconciliation")
        .expect(200)
        .json()
        .at("/deadLetters/items")
        .findValuesAsText("id")
        .contains(id);
  }

  private static JsonNode only(String query) {
    var items = staff().get("/v1/dead-letters?" + query).expect(200).json().path("items");
    assertEquals(1, items.size(), items::toString);
    return items.get(0);
  }

  private static List<String> ids(String query) {
    var items = staff().get("/v1/dead-letters?" + query).expect(200).json().path("items");
    return StreamSupport.stream(items.spliterator(), false)
        .map(item -> item.path("id").asText())
        .toList();
  }

  private static Answer settle(String path, String note) {
    return staff()
        .send(
            staff()
                .request("/v1/dead-letters/" + path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"note\":\"" + note + "\"}")));
  }

  private static Api staff() {
    return Api.as(Tokens.staff());
  }
}
