package dev.uketsuke.submissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.idempotency.Fingerprint;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Until;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Equal submissions at once: the one that works answers for all. */
class KeyQueueTest {

  private static final Receipt RECEIPT =
      new Receipt(UUID.randomUUID(), Instant.EPOCH, Instant.EPOCH.plusSeconds(3600));

  private final ManagedExecutor executor = ManagedExecutor.builder().maxAsync(2).build();

  private record Limits(Duration lockTimeout) implements DatabaseLimits {
    @Override
    public Duration inquiryLockTimeout() {
      return lockTimeout;
    }

    @Override
    public Duration statementTimeout() {
      return lockTimeout;
    }

    @Override
    public Duration socketTimeout() {
      return lockTimeout;
    }
  }

  /** Counts what is asked of the database, which answers only when it is let. */
  private static final class Database implements KeyQueue.Work {
    private final Kind kind;
    private final AtomicInteger decided = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch goes = new CountDownLatch(1);

    private Database(Kind kind) {
      this.kind = kind;
    }

    @Override
    public SubmissionOutcome decide() {
      decided.incrementAndGet();
      await(goes);
      return SubmissionOutcome.of(kind, kind == Kind.CREATED ? RECEIPT : null);
    }

    @Override
    public SubmissionOutcome repeat() {
      asked.incrementAndGet();
      return SubmissionOutcome.of(Kind.REPLAYED, RECEIPT);
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void fiftyAtOnceAreOneCreatedAndTheRestReplayedFromIt() throws Exception {
    var database = new Database(Kind.CREATED);

    var kinds = fifty(database, i -> 0);

    assertEquals(1, Collections.frequency(kinds, Kind.CREATED), kinds::toString);
    assertEquals(49, Collections.frequency(kinds, Kind.REPLAYED), kinds::toString);
    assertEquals(1, database.decided.get());
    assertEquals(0, database.asked.get(), "asked about what was known already");
  }

  @Test
  void otherContentAmongThemIsAConflict() throws Exception {
    var database = new Database(Kind.CREATED);

    var kinds = fifty(database, i -> i % 2);

    assertEquals(1, Collections.frequency(kinds, Kind.CREATED), kinds::toString);
    assertEquals(24, Collections.frequency(kinds, Kind.REPLAYED), kinds::toString);
    assertEquals(25, Collections.frequency(kinds, Kind.CONFLICT), kinds::toString);
  }

  @Test
  void whoeverOnlyTheDatabaseCanAnswerAsksIt() throws Exception {
    var database = new Database(Kind.CONFLICT);

    var kinds = fifty(database, i -> i % 2);

    assertEquals(25, Collections.frequency(kinds, Kind.CONFLICT), kinds::toString);
    assertEquals(25, Collections.frequency(kinds, Kind.REPLAYED), kinds::toString);
    assertEquals(25, database.asked.get());
  }

  /** All at once, on threads of their own; the database answers when the last one waits. */
  private List<Kind> fifty(Database database, IntUnaryOperator content) throws Exception {
    var queue = new KeyQueue(executor, new Limits(Duration.ofMinutes(2)), new PoolShare(16));
    var returned = new AtomicInteger();
    var outcomes =
        Concurrently.start(
            all ->
                Concurrently.run(
                    50,
                    i -> {
                      var outcome = queue.run(submission(content.applyAsInt(i)), database);
                      returned.incrementAndGet();
                      return outcome;
                    }));
    // One thread works; for the others it is enough to have left word.
    Until.holds("all but one wait", () -> returned.get() == 49);
    assertTrue(queue.isOpen(submission(0).slot()));
    database.goes.countDown();

    var kinds = new ArrayList<Kind>();
    for (var outcome : outcomes.get(2, TimeUnit.MINUTES)) {
      kinds.add(outcome.get(2, TimeUnit.MINUTES).kind());
    }
    assertFalse(queue.isOpen(submission(0).slot()));
    return kinds;
  }

  private static Submission submission(int content) {
    return new Submission(
        new Account("issuer|subject"),
        new IdempotencyKey("key"),
        null,
        new Fingerprint(1, new byte[] {(byte) content}),
        null);
  }
}
