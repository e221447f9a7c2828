package dev.uketsuke.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Until;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** So many lanes, and nobody waits for one. */
class RelayLanesTest {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final RelayLanes lanes = new RelayLanes(3, threads);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void workThatTakesLongKeepsItsOwnLane() throws Exception {
    var release = new CountDownLatch(1);
    var first = new AtomicInteger();
    var run =
        lanes.fill(
            () -> {
              if (first.getAndIncrement() == 0) {
                awaitQuietly(release);
              }
            });
    assertEquals(3, run.size());
    Until.holds("two have ended", () -> run.stream().filter(Future::isDone).count() == 2);

    assertEquals(2, lanes.fill(() -> awaitQuietly(release)).size());
    assertEquals(0, lanes.fill(() -> {}).size());

    release.countDown();
  }

  @Test
  void laneIsFreeWhenItsEndIsTold() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      var run = lanes.fill(() -> {});
      assertEquals(3, run.size());
      for (var lane : run) {
        lane.get(1, TimeUnit.MINUTES);
      }
    }
  }

  @Test
  void failureIsToldAndFreesTheLane() throws Exception {
    for (int i = 0; i < 10; i++) {
      var run =
          lanes.fill(
              () -> {
                throw new IllegalStateException("broken");
              });
      assertEquals(3, run.size());
      for (var lane : run) {
        assertThrows(ExecutionException.class, () -> lane.get(1, TimeUnit.MINUTES));
      }
    }
  }

  @Test
  void threadsThatAreGoneLeaveNoLaneTaken() {
    var refusing =
        new RelayLanes(
            1,
            work -> {
              throw new RejectedExecutionException();
            });
    for (int i = 0; i < 2; i++) {
      assertThrows(RejectedExecutionException.class, () -> refusing.fill(() -> {}));
    }
  }

  @Test
  void runWithoutAFreeLaneIsNotFinished() {
    var run = new RelayRun(Duration.ofMinutes(1));
    run.on(lanes.fill(() -> {}));
    run.await(Duration.ofMinutes(1));
    assertTrue(run.report().finished());

    var crowdedOut = new RelayRun(Duration.ofMinutes(1));
    crowdedOut.on(List.of());
    assertFalse(crowdedOut.await(Duration.ofMinutes(1)).report().finished());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
