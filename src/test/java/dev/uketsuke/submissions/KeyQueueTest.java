package dev.uketsuke.submissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.PoolShare;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.idempotency.Fingerprint;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Until;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Equal submissions at once: the one that works answers for all. */
class KeyQueueTest {

  private static final Receipt RECEIPT =
      new Receipt(UUID.randomUUID(), Instant.EPOCH, Instant.EPOCH.plusSeconds(3600));

  private static final Duration LONG = Duration.ofMinutes(2);

  private final ExecutorService executor = Executors.newCachedThreadPool();

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

  /**
   * Submissions that the first one cannot answer ask the database in their account's share, too.
   * The database answers one of them only when as many ask as may.
   */
  @Test
  void whoeverAsksHoldsNoMoreThanTheShareOfTheAccount() throws Exception {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var full = new CountDownLatch(4);
    var conflict =
        new Database(Kind.CONFLICT) {
          @Override
          public SubmissionOutcome repeat() {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            full.countDown();
            await(full);
            running.decrementAndGet();
            return super.repeat();
          }
        };

    fifty(conflict, i -> i, new PoolShare(8, executor, LONG));

    assertEquals(49, conflict.asked.get());
    assertEquals(4, most.get());
  }

  /** What was answered "in progress" is not kept until the key is free. */
  @Test
  void submissionThatWaitedTooLongIsForgotten() throws Exception {
    var limits = new Limits(Duration.ofMillis(50));
    var queue = new KeyQueue(executor, limits, new PoolShare(16, executor, LONG));
    var database = new Database(Kind.CREATED);
    var first = Concurrently.start(i -> queue.run(submission(0), database));
    Until.holds("the first works", () -> database.decided.get() == 1);

    var late = new WeakReference<KeyQueue.Work>(new Database(Kind.CREATED));
    var outcome = queue.run(submission(0), late.get()).get(2, TimeUnit.MINUTES);
    assertEquals(Kind.IN_PROGRESS, outcome.kind());
    Until.holds("it is forgotten", () -> isGone(late));

    database.goes.countDown();
    first.get(2, TimeUnit.MINUTES).get(2, TimeUnit.MINUTES);
  }

  /** A service that stops runs nothing that waits, answers it, and gives the key back. */
  @Test
  void stoppingServiceAnswersWhatWaits() throws Exception {
    var stopping = Executors.newCachedThreadPool();
    var queue = new KeyQueue(stopping, new Limits(LONG), new PoolShare(16, stopping, LONG));
    var database = new Database(Kind.UNKNOWN);
    var first = Concurrently.start(i -> queue.run(submission(0), database));
    Until.holds("the first works", () -> database.decided.get() == 1);
    var waiting = queue.run(submission(0), database);

    stopping.shutdown();
    database.goes.countDown();

    assertEquals(Kind.UNKNOWN, first.get(2, TimeUnit.MINUTES).get(2, TimeUnit.MINUTES).kind());
    assertEquals(Kind.NOT_BEGUN, waiting.get(2, TimeUnit.MINUTES).kind());
    Until.holds("the key is free", () -> !queue.isOpen(submission(0).slot()));
  }

  private static boolean isGone(WeakReference<?> reference) {
    System.gc();
    return reference.get() == null;
  }

  /** Counts what is asked of the database, which answers only when it is let. */
  private static class Database implements KeyQueue.Work {
    private final Kind kind;
    private final AtomicInteger decided = new AtomicInteger();
    final AtomicInteger asked = new AtomicInteger();
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

    static void await(CountDownLatch latch) {
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
    return fifty(database, content, new PoolShare(16, executor, LONG));
  }

  private List<Kind> fifty(Database database, IntUnaryOperator content, PoolShare share)
      throws Exception {
    var queue = new KeyQueue(executor, new Limits(LONG), share);
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
