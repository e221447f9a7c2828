package dev.uketsuke.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Until;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One worker for one destination: claims, delivers, records. */
@QuarkusTest
@RealParts
class RelayWorkerTest {

  @Inject Outbox outbox;
  @Inject OutboxClaims claims;
  @Inject DestinationState state;
  @Inject RecordDeliveries recordDeliveries;
  @Inject RelaySettings settings;
  @Inject Transactions transactions;
  @Inject WakeRelay wakeRelay;

  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final TestDestination there = new TestDestination(10, 2);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void deliversAllThatIsDueInOrder() {
    var ids = new ArrayList<UUID>();
    for (int step = 0; step < 4; step++) {
      for (int application = 0; application < 30; application++) {
        ids.add(write("a" + application));
      }
    }
    // The later a message is, the longer it has been due: only what keeps the order does so here.
    TestDatabase.update(
        "UPDATE outbox SET next_attempt_at = now() - step * interval '1 minute'"
            + " WHERE aggregatetype = ?",
        there.aggregateType());

    var report = worker(there).runOnce();

    assertTrue(report.finished());
    assertEquals(120L, report.counts().get("sent"));
    assertEquals(ids.stream().sorted().toList(), there.handed().stream().sorted().toList());
    for (int application = 0; application < 30; application++) {
      int first = application;
      var mine = ids.stream().filter(id -> ids.indexOf(id) % 30 == first).toList();
      assertEquals(mine, there.handed().stream().filter(mine::contains).toList());
    }
  }

  @Test
  void outageIsTheDestinationsStateAndNotThatOfEachMessage() {
    there.backlog(50, 3);
    there.answer(message -> Delivery.unavailable("credentials refused"));

    var report = worker(there).runOnce();

    assertFalse(report.finished(), "what is due was not sent");
    assertTrue(report.counts().get("unavailable") <= 20, report::toString);
    assertEquals("0 0", rows("max(attempts)") + " " + rows("count(parked_at)"));
    assertEquals(
        "1 credentials refused",
        TestDatabase.value(
            "SELECT concat_ws(' ', failures, reason) FROM relay_destination WHERE name = ?",
            there.aggregateType()));
    var one = metrics.find("uketsuke.jobs").tag("outcome", "unavailable").timer();
    assertEquals(1, one.count());
  }

  @Test
  void oneMessageFindsOutThatTheDestinationIsBack() {
    there.backlog(50, 3);
    there.answer(message -> Delivery.unavailable("away"));
    worker(there).runOnce();
    int before = there.handed().size();

    assertEquals(1L, worker(there).runOnce().counts().get("unavailable"));
    assertEquals(before + 1, there.handed().size());
    assertEquals("2", failures());

    there.answer(message -> Delivery.sent());
    TestDatabase.update(
        "UPDATE outbox SET next_attempt_at = now() WHERE aggregatetype = ? AND head",
        there.aggregateType());
    var back = worker(there).runOnce();
    assertEquals(150L, back.counts().get("sent"), back::toString);
    assertNull(failures());
  }

  @Test
  void nobodyCallsDuringTheBackOffAndTheProbeIsOneOfAllInstances() throws Exception {
    there.backlog(50, 1);
    transactions.run(
        c -> {
          state.unavailable(c, there.aggregateType(), 3, Duration.ofHours(1), "away");
          return null;
        });
    var permit =
        transactions.run(c -> state.ask(c, there.aggregateType(), Duration.ofMinutes(1), false));
    assertFalse(permit.mayTry());
    assertTrue(permit.pause().compareTo(Duration.ofMinutes(59)) > 0);

    TestDatabase.update(
        "UPDATE relay_destination SET retry_at = now() WHERE name = ?", there.aggregateType());
    var permits =
        Concurrently.run(
            8,
            i ->
                transactions.run(
                    c -> state.ask(c, there.aggregateType(), Duration.ofMinutes(1), false)));
    assertEquals(1, permits.stream().filter(DestinationState.Permit::mayTry).count());
  }

  /** It always fails, and each time alone: the others go on, and it waits longer each time. */
  @Test
  void messageThatTurnsTheDestinationAwayAloneHoldsUpNobody() {
    var bad = write("bad");
    there.answer(
        message -> message.id().equals(bad) ? Delivery.unavailable("500 again") : Delivery.sent());
    for (int i = 1; i <= 3; i++) {
      Messages.due(bad.toString());
      worker(there).runOnce();
      // Its pause is drawn at random from zero on, and it must not be the next one to be tried.
      TestDatabase.update(
          "UPDATE outbox SET next_attempt_at = now() + interval '1 hour' WHERE id = ?", bad);
      var good = write("good-" + i);
      worker(there).runOnce();
      assertEquals("SENT", Messages.state(good.toString()));
      assertNull(failures());
      assertEquals(
          i + " 0",
          TestDatabase.value(
              "SELECT concat_ws(' ', deferrals, attempts) FROM outbox WHERE id = ?", bad));
    }
    assertEquals("PENDING", Messages.state(bad.toString()));
  }

  @Test
  void messageIsParkedWhenNoAttemptLivesToTell() {
    var id = write("a");
    var next = write("a");
    for (int attempt = 1; attempt <= settings.attempts(); attempt++) {
      transactions.run(
          c ->
              claims.claim(c, there.aggregateType(), UUID.randomUUID(), Duration.ofMinutes(1), 10));
      assertEquals(attempt, Messages.attempts(id.toString()));
      Messages.due(id.toString());
    }

    var report = worker(there).runOnce();

    assertEquals(1L, report.counts().get("parked"), report::toString);
    assertEquals("PARKED", Messages.state(id.toString()));
    assertEquals(List.of(next), there.handed());
  }

  @Test
  void faultOfADestinationCountsAsAnAttemptAndHoldsUpNobody() {
    var bad = write("bad");
    write("good");
    var alone = new TestDestinationOfOne(there, bad, new AtomicInteger());

    worker(alone).runOnce();

    assertEquals("PENDING", Messages.state(bad.toString()));
    // The pause is drawn at random from zero on, so the message may be due again in the same run.
    assertTrue(alone.faults().get() >= 1);
    assertEquals(alone.faults().get(), Messages.attempts(bad.toString()));
    assertEquals("Fault of ours: IllegalStateException", Messages.error(bad.toString()));
    assertEquals(1, there.handed().size());
  }

  @Test
  void failureOfTheDatabaseIsNoAttempt() {
    var id = write("a");
    there.answer(
        message -> {
          throw new DatabaseException(new SQLException("no connection", "08006"));
        });

    var report = worker(there).runOnce();

    assertEquals("PENDING", Messages.state(id.toString()));
    assertEquals(0, Messages.attempts(id.toString()));
    assertEquals("The database failed: no connection", Messages.error(id.toString()));
    assertEquals(1L, report.counts().get("postponed"), report::toString);
    assertNull(failures(), "the destination is not to blame");
  }

  @Test
  void whatFailedIsSaidToHaveFailed() {
    write("a");
    TestDatabase.execute("ALTER TABLE outbox RENAME COLUMN lease TO lease_away");
    try {
      assertThrows(DatabaseException.class, () -> worker(there).runOnce());
    } finally {
      TestDatabase.execute("ALTER TABLE outbox RENAME COLUMN lease_away TO lease");
    }
    assertEquals(1, metrics.find("uketsuke.jobs").tag("outcome", "failed").timer().count());
    assertNull(metrics.find("uketsuke.jobs").tag("outcome", "done").timer());
  }

  @Test
  void resultThatCannotBeRecordedFailsTheRunAndIsTriedAgain() {
    var id = write("a");
    there.answer(
        message ->
            Delivery.sent(
                connection -> {
                  throw new IllegalStateException("no effect");
                }));

    assertThrows(IllegalStateException.class, () -> worker(there).runOnce());

    assertEquals("PENDING", Messages.state(id.toString()));
    assertEquals("The result could not be recorded.", Messages.error(id.toString()));
  }

  @Test
  void deliveryThatTakesLongOccupiesOneLane() throws Exception {
    var narrow = new TestDestination(1, 2);
    var release = new CountDownLatch(1);
    var slow = narrow.write("slow", outbox, transactions);
    narrow.answer(
        message -> {
          if (message.id().equals(slow)) {
            awaitQuietly(release);
          }
          return Delivery.sent();
        });
    var worker = worker(narrow);
    threads.execute(() -> runQuietly(worker));
    try {
      wakeRelay.wake(narrow.aggregateType());
      Until.holds("it is slow", () -> narrow.handed().contains(slow));
      for (int i = 0; i < 5; i++) {
        var quick = narrow.write("quick-" + i, outbox, transactions);
        wakeRelay.wake(narrow.aggregateType());
        Until.holds("sent", () -> Messages.state(quick.toString()).equals("SENT"));
      }
      assertEquals("PENDING", Messages.state(slow.toString()));
    } finally {
      release.countDown();
      worker.stop();
    }
    Until.holds("sent", () -> Messages.state(slow.toString()).equals("SENT"));
  }

  /** A process that was frozen between its claim and its delivery must not deliver any more. */
  @Test
  void nothingIsDeliveredThatTheLeaseDoesNotCover() {
    write("a");
    var worker =
        new RelayWorker(
            there,
            transactions,
            claims,
            state,
            recordDeliveries,
            settings,
            metrics,
            wakeRelay,
            threads,
            settings.lease());

    worker.runOnce();

    assertEquals(List.of(), there.handed());
  }

  private RelayWorker worker(Destination destination) {
    return new RelayWorker(
        destination,
        transactions,
        claims,
        state,
        recordDeliveries,
        settings,
        metrics,
        wakeRelay,
        threads,
        destination.longest());
  }

  private UUID write(String aggregate) {
    return there.write(aggregate, outbox, transactions);
  }

  private String failures() {
    return TestDatabase.value(
        "SELECT failures FROM relay_destination WHERE name = ?", there.aggregateType());
  }

  private String rows(String what) {
    return TestDatabase.value(
        "SELECT " + what + " FROM outbox WHERE aggregatetype = ?", there.aggregateType());
  }

  private static void runQuietly(RelayWorker worker) {
    try {
      worker.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The same destination, one message at a time, with a fault at one of them. */
  private record TestDestinationOfOne(TestDestination there, UUID bad, AtomicInteger faults)
      implements Destination {
    @Override
    public String aggregateType() {
      return there.aggregateType();
    }

    @Override
    public boolean isConfigured() {
      return true;
    }

    @Override
    public int batchSize() {
      return 1;
    }

    @Override
    public int parallel() {
      return 2;
    }

    @Override
    public List<Delivery> deliver(List<OutboxMessage> messages) {
      if (messages.get(0).id().equals(bad)) {
        faults.incrementAndGet();
        throw new IllegalStateException("a fault");
      }
      return there.deliver(messages);
    }

    @Override
    public Duration longest() {
      return Duration.ofSeconds(1);
    }
  }
}
