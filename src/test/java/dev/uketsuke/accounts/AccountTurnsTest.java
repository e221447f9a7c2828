package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Until;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One account's slow work, however much of it there is, holds no more than its share. */
class AccountTurnsTest {

  private static final Account FLOODING = new Account("issuer|flooding");
  private static final int MOMENT_NANOS = 100_000;
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Account OTHER = new Account("issuer|other");

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final CountDownLatch allDone = new CountDownLatch(50);

  @AfterEach
  void stop() {
    end.countDown();
    threads.shutdownNow();
  }

  @Test
  void noMoreThanTheShareRunsAtOnceAndAllRunInTheEnd() throws Exception {
    var turns = new AccountTurns(threads, LONG, 3);
    for (int i = 0; i < 50; i++) {
      threads.execute(() -> turns.take(FLOODING, this::work, () -> {}));
    }
    Until.holds("three run", () -> running.get() == 3);

    var others = new CountDownLatch(1);
    threads.execute(() -> turns.take(OTHER, others::countDown, () -> {}));
    assertTrue(others.await(2, TimeUnit.MINUTES), "the other account waited");

    end.countDown();
    assertTrue(allDone.await(2, TimeUnit.MINUTES));
    assertEquals(3, most.get());
  }

  @Test
  void whoseTurnDoesNotComeIsToldSoAndNeverRuns() throws Exception {
    var turns = new AccountTurns(threads, Duration.ofMillis(1), 1);
    threads.execute(() -> turns.take(FLOODING, this::work, () -> {}));
    Until.holds("one runs", () -> running.get() == 1);

    var late = new CountDownLatch(1);
    var ran = new AtomicInteger();
    turns.take(FLOODING, ran::incrementAndGet, late::countDown);
    assertTrue(late.await(2, TimeUnit.MINUTES));

    end.countDown();
    Until.holds("it has ended", () -> running.get() == 0);
    var next = new CountDownLatch(1);
    Until.holds(
        "the place is free again",
        () -> {
          turns.take(FLOODING, next::countDown, () -> {});
          return next.getCount() == 0;
        });
    assertEquals(0, ran.get());
  }

  /** What is told that its turn did not come is not kept until the running work has ended. */
  @Test
  void lateWorkIsForgottenWhileTheOthersStillRun() throws Exception {
    var turns = new AccountTurns(threads, Duration.ofMillis(1), 1);
    threads.execute(() -> turns.take(FLOODING, this::work, () -> {}));
    Until.holds("one runs", () -> running.get() == 1);

    var late = new CountDownLatch(1);
    var content = new WeakReference<>(new byte[1000]);
    turns.take(FLOODING, keeping(content.get()), late::countDown);
    assertTrue(late.await(2, TimeUnit.MINUTES));

    Until.holds(
        "it is forgotten",
        () -> {
          System.gc();
          return content.get() == null;
        });
  }

  private static Runnable keeping(byte[] content) {
    return () -> assertEquals(1000, content.length);
  }

  /** A service that stops refuses new work, and no place is lost by that. */
  @Test
  void placeIsFreeAfterWorkThatCouldNotBeHandedOn() throws Exception {
    var stopping = Executors.newCachedThreadPool();
    var turns = new AccountTurns(stopping, LONG, 1);
    stopping.execute(() -> turns.take(FLOODING, this::work, () -> {}));
    Until.holds("one runs", () -> running.get() == 1);
    var refused = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      turns.take(FLOODING, () -> {}, refused::countDown);
    }

    stopping.shutdown();
    end.countDown();

    assertTrue(refused.await(2, TimeUnit.MINUTES));
    var next = new CountDownLatch(1);
    Until.holds(
        "the place is free",
        () -> {
          turns.take(FLOODING, next::countDown, () -> {});
          return next.getCount() == 0;
        });
  }

  /** Work whose turn comes soon does not change threads. */
  @Test
  void threadThatWaitedForTheTurnRunsTheWork() throws Exception {
    var turns = new AccountTurns(threads, LONG, 1, LONG, 1);
    threads.execute(() -> turns.take(FLOODING, this::work, () -> {}));
    Until.holds("one runs", () -> running.get() == 1);
    var ran = new CompletableFuture<Thread>();
    var waiting =
        new Thread(
            () -> turns.take(FLOODING, () -> ran.complete(Thread.currentThread()), () -> {}));
    waiting.start();
    Until.holds("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);

    end.countDown();

    assertEquals(waiting, ran.get(2, TimeUnit.MINUTES));
  }

  /** However much work one account brings, it keeps only so many threads waiting. */
  @Test
  void noMoreThreadsWaitThanMay() throws Exception {
    var turns = new AccountTurns(threads, LONG, 1, LONG, 1);
    threads.execute(() -> turns.take(FLOODING, this::work, () -> {}));
    Until.holds("one runs", () -> running.get() == 1);
    var waiting = new Thread(() -> turns.take(FLOODING, () -> {}, () -> {}));
    waiting.start();
    Until.holds("a thread waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);

    var ran = new CompletableFuture<Thread>();
    // Returns at once, or the test ends here.
    turns.take(FLOODING, () -> ran.complete(Thread.currentThread()), () -> {});
    assertFalse(ran.isDone());

    end.countDown();
    assertNotEquals(Thread.currentThread(), ran.get(2, TimeUnit.MINUTES));
  }

  /** A thread that has waited long enough leaves, and the work still runs. */
  @Test
  void workOutlivesTheWaitOfItsThread() throws Exception {
    var turns = new AccountTurns(threads, LONG, 1, Duration.ofMillis(1), 1);
    threads.execute(() -> turns.take(FLOODING, this::work, () -> {}));
    Until.holds("one runs", () -> running.get() == 1);
    var ran = new CountDownLatch(1);
    turns.take(FLOODING, ran::countDown, () -> {});

    end.countDown();

    assertTrue(ran.await(2, TimeUnit.MINUTES));
  }

  /** Grants, time-outs and leaving threads race; all work runs or is late, and no place is lost. */
  @Test
  void eachPieceOfWorkRunsOrIsLateAndNoPlaceIsLost() throws Exception {
    var turns =
        new AccountTurns(
            threads, Duration.ofNanos(3 * MOMENT_NANOS), 2, Duration.ofNanos(MOMENT_NANOS), 3);
    var ended = new CountDownLatch(20_000);
    var atOnce = new AtomicInteger();
    var mostAtOnce = new AtomicInteger();
    for (int thread = 0; thread < 10; thread++) {
      threads.execute(
          () -> {
            for (int i = 0; i < 2_000; i++) {
              turns.take(
                  FLOODING,
                  () -> {
                    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    spin(ThreadLocalRandom.current().nextInt(MOMENT_NANOS));
                    atOnce.decrementAndGet();
                    ended.countDown();
                  },
                  ended::countDown);
            }
          });
    }

    assertTrue(ended.await(2, TimeUnit.MINUTES), () -> ended.getCount() + " were forgotten");
    assertTrue(mostAtOnce.get() <= 2, () -> mostAtOnce + " ran at once");
    var free = new CountDownLatch(1);
    Until.holds(
        "the place is free",
        () -> {
          turns.take(FLOODING, free::countDown, () -> {});
          return free.getCount() == 0;
        });
  }

  @Test
  void failureOfTheWorkIsTheAnswerAndFreesThePlace() throws Exception {
    var turns = new AccountTurns(threads, LONG, 1);

    var failed =
        turns.call(
            FLOODING,
            () -> {
              throw new StackOverflowError();
            },
            "busy");

    assertTrue(failed.isCompletedExceptionally());
    assertEquals("done", turns.call(FLOODING, () -> "done", "busy").get(2, TimeUnit.MINUTES));
  }

  /** Keeps the processor busy, so that turns come when others are about to stop waiting. */
  private static void spin(int nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private void work() {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    running.decrementAndGet();
    allDone.countDown();
  }
}
