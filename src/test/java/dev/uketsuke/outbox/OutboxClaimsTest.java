package dev.uketsuke.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who may send what, whose result counts, and what a claim costs. */
@QuarkusTest
@RealParts
class OutboxClaimsTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  @Inject OutboxClaims claims;
  @Inject Outbox outbox;
  @Inject Transactions transactions;
  @Inject ResendMessage resendMessage;

  private final TestDestination there = new TestDestination(10, 1);

  @Test
  void onlyTheHeadOfAnApplicationIsClaimed() {
    var first = write("a");
    var second = write("a");
    var other = write("b");

    var lease = UUID.randomUUID();
    assertEquals(List.of(first, other), claim(lease));
    assertEquals(List.of(), claim(UUID.randomUUID()));

    assertTrue(sent(first, lease));
    assertEquals(List.of(second), claim(UUID.randomUUID()));
  }

  @Test
  void failedMessageHoldsUpItsSuccessorsUntilItIsParked() {
    var first = write("a");
    var second = write("a");
    var lease = UUID.randomUUID();
    claim(lease);

    transactions.run(c -> claims.failed(c, first, lease, "no", Duration.ofHours(1)));
    assertEquals(List.of(), claim(UUID.randomUUID()));

    Messages.due(first.toString());
    var again = UUID.randomUUID();
    assertEquals(List.of(first), claim(again));
    closed("a", c -> claims.park(c, first, again, "never"));
    assertEquals(List.of(second), claim(UUID.randomUUID()));
  }

  /** The relay closes a message while another transaction appends one behind it. */
  @Test
  void messageAppendedWhileTheOneBeforeItIsClosedBecomesTheHead() throws Exception {
    for (boolean appendFirst : new boolean[] {true, false}) {
      var aggregate = "race-" + appendFirst;
      var first = write(aggregate);
      var lease = UUID.randomUUID();
      claim(lease);

      try (var rival = TestDatabase.connect()) {
        rival.setAutoCommit(false);
        var message = there.message(aggregate);
        if (appendFirst) {
          outbox.append(rival, message);
          var closing = Concurrently.start(i -> sent(first, lease, aggregate));
          awaitLockedOut();
          rival.commit();
          assertTrue(closing.get());
        } else {
          assertTrue(claims.sent(rival, List.of(first), lease).contains(first));
          claims.next(rival, there.aggregateType(), List.of(id(aggregate)));
          var appending = Concurrently.start(i -> write(aggregate));
          awaitLockedOut();
          rival.commit();
          appending.get();
        }
      }
      assertEquals(1, claim(UUID.randomUUID()).size(), "append first: " + appendFirst);
    }
  }

  private static void awaitLockedOut() throws Exception {
    Until.holds(
        "one waits for the other",
        () ->
            !TestDatabase.value(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock' AND query ILIKE '%outbox%'")
                .equals("0"));
  }

  /** Version N-1 writes each message as if it were a head, and closes one without a look behind. */
  @Test
  void orderHoldsBesideTheVersionBefore() {
    var first = write("a");
    var second = write("a");
    TestDatabase.update("UPDATE outbox SET head = true WHERE id = ?", second);

    assertEquals(List.of(first), claim(UUID.randomUUID()));
    assertEquals("false 0", head(second));

    TestDatabase.update("UPDATE outbox SET sent_at = now() WHERE id = ?", first);
    assertEquals(List.of(), claim(UUID.randomUUID()));
    lookForHeads();
    assertEquals(List.of(second), claim(UUID.randomUUID()));
  }

  @Test
  void followersAreLookedThroughSliceBySlice() {
    there.backlog(3, 4);
    TestDatabase.update(
        "UPDATE outbox SET sent_at = now() WHERE aggregatetype = ? AND head",
        there.aggregateType());
    assertEquals(List.of(), claim(UUID.randomUUID()));

    lookForHeads();

    assertEquals(3, claim(UUID.randomUUID()).size());
  }

  private void lookForHeads() {
    var last = new UUID(0, 0);
    while (last != null) {
      var after = last;
      last = transactions.run(c -> claims.findHeads(c, there.aggregateType(), after, 2));
    }
  }

  @Test
  void resentMessageGoesBeforeThoseThatWentPastIt() {
    var first = write("a");
    var second = write("a");
    var third = write("a");
    for (var id : List.of(first, second)) {
      var lease = UUID.randomUUID();
      assertEquals(List.of(id), claim(lease));
      closed("a", c -> claims.park(c, id, lease, "no"));
    }

    resendMessage.resend(second);
    resendMessage.resend(first);

    for (var id : List.of(first, second, third)) {
      var lease = UUID.randomUUID();
      assertEquals(List.of(id), claim(lease));
      assertTrue(sent(id, lease));
    }
  }

  @Test
  void lateResultChangesNothing() {
    var id = write("a");
    var late = UUID.randomUUID();
    claim(late);
    Messages.due(id.toString());
    var present = UUID.randomUUID();
    assertEquals(List.of(id), claim(present));

    assertFalse(sent(id, late));
    assertFalse(done(c -> claims.park(c, id, late, "late")));
    assertFalse(done(c -> claims.failed(c, id, late, "late", Duration.ZERO)));
    assertFalse(done(c -> claims.unavailable(c, id, late, "late", Duration.ZERO, true)));
    assertFalse(done(c -> claims.dropped(c, id, late, "late")));
    assertEquals("PENDING", Messages.state(id.toString()));
    assertTrue(sent(id, present));
    assertFalse(done(c -> claims.failed(c, id, present, "after", Duration.ZERO)));
    assertEquals("SENT", Messages.state(id.toString()));
  }

  @Test
  void manyAtOnceClaimEachMessageOnce() throws Exception {
    var written = new ArrayList<UUID>();
    for (int i = 0; i < 200; i++) {
      written.add(write("aggregate-" + i));
    }

    var claimed =
        Concurrently.run(
            8,
            thread -> {
              var mine = new ArrayList<UUID>();
              List<UUID> batch;
              do {
                batch = claim(UUID.randomUUID());
                mine.addAll(batch);
              } while (!batch.isEmpty());
              return mine;
            });

    var all = claimed.stream().flatMap(List::stream).sorted().toList();
    assertEquals(written.stream().sorted().toList(), all);
  }

  /** Most heads are in their back-off, each with messages behind it that have long been due. */
  @Test
  void claimReadsAFewRowsForEachMessageHoweverMuchIsBlocked() throws Exception {
    there.backlog(4_000, 5);
    TestDatabase.update(
        "UPDATE outbox SET next_attempt_at = now() + interval '1 hour' WHERE aggregatetype = ?"
            + " AND head AND aggregateid NOT LIKE '%7'",
        there.aggregateType());
    TestDatabase.execute("ANALYZE outbox");

    try (var connection = TestDatabase.connect()) {
      connection.setAutoCommit(false);
      var plan = explain(connection, 100);
      connection.rollback();
      assertEquals(100, plan.get(0).path("Plan").path("Actual Rows").asInt(), plan::toString);
      var read = rowsRead(plan.get(0).path("Plan"));
      assertTrue(read <= 5 * 100, () -> read + " rows read: " + plan.toPrettyString());
    }
  }

  private JsonNode explain(Connection connection, int most) throws Exception {
    try (var explain =
        connection.prepareStatement(
            "EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) " + OutboxClaims.CLAIM)) {
      explain.setString(1, there.aggregateType());
      explain.setInt(2, most);
      explain.setObject(3, UUID.randomUUID());
      explain.setDouble(4, 30);
      try (var row = explain.executeQuery()) {
        row.next();
        return new ObjectMapper().readTree(row.getString(1));
      }
    }
  }

  /** Rows that the scans of tables and indexes returned, or read and threw away. */
  private static double rowsRead(JsonNode plan) {
    double read = 0;
    if (plan.has("Relation Name") && plan.path("Node Type").asText().contains("Scan")) {
      read +=
          plan.path("Actual Loops").asDouble()
              * (plan.path("Actual Rows").asDouble()
                  + plan.path("Rows Removed by Filter").asDouble()
                  + plan.path("Rows Removed by Index Recheck").asDouble());
    }
    for (var child : plan.path("Plans")) {
      read += rowsRead(child);
    }
    return read;
  }

  private boolean sent(UUID id, UUID lease) {
    return sent(id, lease, "a");
  }

  private boolean sent(UUID id, UUID lease, String aggregate) {
    return closed(aggregate, c -> claims.sent(c, List.of(id), lease).contains(id));
  }

  private boolean closed(String aggregate, Transactions.Work<Boolean> closing) {
    return transactions.run(
        c -> {
          boolean mine = closing.run(c);
          if (mine) {
            claims.next(c, there.aggregateType(), List.of(id(aggregate)));
          }
          return mine;
        });
  }

  private boolean done(Transactions.Work<Boolean> result) {
    return transactions.run(result);
  }

  private List<UUID> claim(UUID lease) {
    return transactions.run(c -> ids(claims.claim(c, there.aggregateType(), lease, LONG, 10)));
  }

  private static List<UUID> ids(Collection<OutboxMessage> messages) {
    return messages.stream().map(OutboxMessage::id).sorted().toList();
  }

  private static String head(UUID id) {
    return TestDatabase.value(
        "SELECT concat_ws(' ', head::text, attempts) FROM outbox WHERE id = ?", id);
  }

  private UUID write(String aggregate) {
    return there.write(aggregate, outbox, transactions);
  }

  private String id(String aggregate) {
    return there.aggregateType() + aggregate;
  }
}
