package dev.uketsuke.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who may send what, and whose result counts. */
@QuarkusTest
@RealParts
class OutboxClaimsTest {

  private static final int ATTEMPTS = 3;

  /** One for all, so that ids are in the order of writing. */
  private static final NoArgGenerator IDS = Generators.timeBasedEpochGenerator();

  @Inject OutboxClaims claims;
  @Inject Transactions transactions;

  private int step;

  /** A kind of message of this test alone. */
  private final Destination there = new There("test-" + UUID.randomUUID(), 10);

  @Test
  void onlyTheFirstOpenMessageOfAnAggregateIsClaimed() {
    var first = write("a");
    var second = write("a");
    var other = write("b");

    var lease = UUID.randomUUID();
    assertEquals(List.of(first, other), claim(lease));
    assertEquals(List.of(), claim(UUID.randomUUID()));

    assertTrue(written(c -> claims.sent(c, first, lease)));
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
    transactions.run(c -> claims.park(c, first, again, "never"));
    assertEquals(List.of(second), claim(UUID.randomUUID()));
  }

  @Test
  void attemptsCountAlsoIfNobodyLivesToTell() {
    var id = write("a");
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      assertEquals(List.of(id), claim(UUID.randomUUID()));
      assertEquals(attempt, Messages.attempts(id.toString()));
      Messages.due(id.toString());
    }

    assertEquals(List.of(), claim(UUID.randomUUID()));
    var parked = transactions.run(c -> claims.parkExhausted(c, there.aggregateType(), ATTEMPTS));
    assertEquals(List.of(id), parked.stream().map(OutboxMessage::id).toList());
    assertEquals("PARKED", Messages.state(id.toString()));
  }

  @Test
  void lateResultChangesNothing() {
    var id = write("a");
    var late = UUID.randomUUID();
    claim(late);
    Messages.due(id.toString());
    var present = UUID.randomUUID();
    assertEquals(List.of(id), claim(present));

    assertFalse(written(c -> claims.sent(c, id, late)));
    assertFalse(written(c -> claims.park(c, id, late, "late")));
    assertFalse(written(c -> claims.failed(c, id, late, "late", Duration.ZERO)));
    assertFalse(written(c -> claims.unavailable(c, id, late, "late", Duration.ZERO)));
    assertEquals("PENDING", Messages.state(id.toString()));
    assertTrue(written(c -> claims.sent(c, id, present)));
    assertFalse(written(c -> claims.failed(c, id, present, "after", Duration.ZERO)));
    assertEquals("SENT", Messages.state(id.toString()));
  }

  @Test
  void unavailableFarSideUsesUpNoAttempt() {
    var id = write("a");
    for (int i = 0; i < ATTEMPTS + 2; i++) {
      var lease = UUID.randomUUID();
      assertEquals(List.of(id), claim(lease));
      transactions.run(c -> claims.unavailable(c, id, lease, "away", Duration.ZERO));
    }
    assertEquals(0, Messages.attempts(id.toString()));
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

  private boolean written(Transactions.Work<Boolean> result) {
    return transactions.run(result);
  }

  private List<UUID> claim(UUID lease) {
    return transactions.run(
        c ->
            claims.claim(c, there, ATTEMPTS, lease, Duration.ofMinutes(5)).stream()
                .map(OutboxMessage::id)
                .sorted()
                .toList());
  }

  private UUID write(String aggregate) {
    var id = IDS.generate();
    TestDatabase.update(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload)"
            + " VALUES (?, '', 0, ?, ?, ?, 'test', '{}')",
        id,
        ++step,
        there.aggregateType(),
        there.aggregateType() + aggregate);
    return id;
  }

  private record There(String aggregateType, int batchSize) implements Destination {
    @Override
    public boolean isConfigured() {
      return true;
    }

    @Override
    public int parallel() {
      return 1;
    }

    @Override
    public Duration longest() {
      return Duration.ZERO;
    }

    @Override
    public List<Delivery> deliver(List<OutboxMessage> messages) {
      throw new IllegalStateException("nothing is delivered here");
    }
  }
}
