package dev.uketsuke.submissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.support.Until;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One account's slow work, however much of it there is, holds no more than its share. */
class AccountTurnsTest {

  private static final Account FLOODING = new Account("issuer|flooding");
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
    var turns = new AccountTurns(threads, Duration.ofMinutes(2), 3);
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
