package dev.uketsuke.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Until;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No wake-up is lost, and concurrent wake-ups share a run. */
class WakeableJobTest {

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final AtomicInteger work = new AtomicInteger();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void wakeUpDuringARunIsFollowedByAnotherRun() throws Exception {
    var began = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var job =
        new WakeableJob(
            () -> {
              if (runs.incrementAndGet() == 1) {
                began.countDown();
                await(goOn);
              }
            },
            executor);

    job.wake();
    await(began);
    for (int i = 0; i < 1000; i++) {
      job.wake(); // Returns although the run goes on.
    }
    job.runIfIdle();
    assertEquals(1, runs.get());
    goOn.countDown();

    Until.holds("a second run", () -> runs.get() == 2);
  }

  /** No thread is free at first; later one is. */
  @Test
  void wakeUpWithoutAFreeThreadLeavesTheScheduleAlive() throws Exception {
    var refused = new CountDownLatch(1);
    var job =
        new WakeableJob(
            runs::incrementAndGet,
            work -> {
              if (refused.getCount() > 0) {
                refused.countDown();
                throw new RejectedExecutionException();
              }
              executor.execute(work);
            });

    job.wake();
    await(refused);

    Until.holds(
        "the schedule runs it",
        () -> {
          job.runIfIdle();
          return runs.get() > 0;
        });
    int before = runs.get();
    job.wake();
    Until.holds("a wake-up runs it, too", () -> runs.get() > before);
  }

  @Test
  void allWorkIsSeenByARunThatBeganAfterIt() throws Exception {
    var done = new AtomicInteger();
    var job =
        new WakeableJob(
            () -> {
              mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
              runs.incrementAndGet();
              done.set(work.get());
              atOnce.decrementAndGet();
            },
            executor);

    Concurrently.run(
        8,
        thread -> {
          for (int i = 0; i < 5_000; i++) {
            work.incrementAndGet();
            if (i % 100 == 0) {
              job.runIfIdle();
            }
            job.wake();
          }
          return null;
        });

    Until.holds("all is done", () -> done.get() == 40_000);
    assertEquals(1, mostAtOnce.get());
    assertTrue(runs.get() < 40_000, () -> runs.get() + " runs");
  }

  @Test
  void runThatFailsIsFollowedByTheNext() throws Exception {
    var job =
        new WakeableJob(
            () -> {
              if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("fails");
              }
            },
            executor);

    job.wake();
    Until.holds(
        "a second run",
        () -> {
          job.wake();
          return runs.get() >= 2;
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
