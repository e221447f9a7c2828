package dev.uketsuke.warehouse;

import static dev.uketsuke.support.Warehouse.SOURCE;
import static dev.uketsuke.support.Warehouse.batch;
import static dev.uketsuke.support.Warehouse.data;
import static dev.uketsuke.support.Warehouse.event;
import static dev.uketsuke.support.Warehouse.newId;
import static dev.uketsuke.support.Warehouse.post;
import static dev.uketsuke.support.Warehouse.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Batched mode of the CloudEvents HTTP binding: all of it can be read, or nothing is received. */
@QuarkusTest
@RealParts
class EventBatchContractTest {

  @Test
  void eachEventOfABatchIsAppliedOnce() {
    var one = Moves.ofNewApplication();
    var other = Moves.ofNewApplication();
    var events =
        List.of(
            event("checked", newId(), data(one)),
            event("checked", newId(), data(other)),
            event("checked", newId(), data(one)));

    batch(events).expect(204);
    batch(events).expect(204);

    assertEquals("ACCEPTED WAREHOUSE_CHECKED", one.history());
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", other.history());
    batch(List.of()).expect(204);
  }

  @Test
  void batchIsKeptIfOneOfItIs() {
    var moves = Moves.ofNewApplication();
    var early = newId();

    batch(List.of(event("delivered", early, data(moves)), event("checked", newId(), data(moves))))
        .expect(202);

    assertEquals("WAITING", Messages.event(SOURCE, early));
    assertEquals("WAREHOUSE_CHECKED", moves.status());
  }

  @Test
  void batchThatCannotBeReadLeavesNoTrace() {
    var moves = Moves.ofNewApplication();
    var id = newId();
    var good = event("checked", id, data(moves));

    for (var bad : List.of("1", "null", "[]", "{}", event("lost", newId(), data(moves)))) {
      var answer = batch(List.of(good, bad)).expectProblem(400, "invalid-request");
      var field = answer.json().at("/violations/0/field").asText();
      assertTrue(field.startsWith("[1]"), answer::toString);
    }
    var batch = Map.of("Content-Type", "application/cloudevents-batch+json");
    for (var bad : List.of("", good, "[" + good, "[" + good + "]x")) {
      post(batch, bad).expectProblem(400, "invalid-request");
    }
    post(Map.of("Content-Type", "application/cloudevents-batch+avro"), "[" + good + "]")
        .expectProblem(415, "unsupported-media-type");

    assertEquals("0", rows(id));
    batch(List.of(good)).expect(204);
  }

  @Test
  void eventThatFailsHoldsUpNoneOfTheOthersAndFailsTheDelivery() {
    var failing = Moves.ofNewApplication();
    var good = Moves.ofNewApplication();
    var events =
        List.of(event("checked", newId(), data(failing)), event("checked", newId(), data(good)));
    var name = "boom_" + UUID.randomUUID().toString().replace("-", "");
    TestDatabase.execute(
        "ALTER TABLE outbox ADD CONSTRAINT %s CHECK (aggregateid <> '%s') NOT VALID"
            .formatted(name, failing.applicationId()));
    try {
      batch(events).expectProblem(500, "internal-error");
      assertEquals("ACCEPTED", failing.status());
      assertEquals("WAREHOUSE_CHECKED", good.status());
    } finally {
      TestDatabase.execute("ALTER TABLE outbox DROP CONSTRAINT " + name);
    }
    batch(events).expect(204);
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", failing.history());
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", good.history());
  }

  @Test
  void deliveryOfWhichAPartWasReceivedDoesNotClaimThatNothingWasDone() throws Exception {
    var good = Moves.ofNewApplication();
    var held = Moves.ofNewApplication();
    var events =
        List.of(event("checked", newId(), data(good)), event("checked", newId(), data(held)));
    try (var rival = TestDatabase.connect();
        var statement = rival.createStatement()) {
      rival.setAutoCommit(false);
      statement.execute(
          "SELECT FROM shipping_application WHERE id = '%s' FOR UPDATE"
              .formatted(held.applicationId()));

      batch(events).expectProblem(503, "outcome-unknown");

      assertEquals("WAREHOUSE_CHECKED", good.status());
      rival.rollback();
    }
    batch(events).expect(204);
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", held.history());
  }
}
