package dev.uketsuke.outbox;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Has the worker of a destination look for messages as soon as one is committed, instead of at the
 * next look that is due by time, which remains for what is missed.
 *
 * <p>Guarantee: waking never waits, and a worker that was woken while it looked looks once more.
 */
@Singleton
public class WakeRelay {

  private final Map<String, Semaphore> wishes = new ConcurrentHashMap<>();

  WakeRelay() {}

  /**
   * Wakes the worker of a destination in this process, if there is one.
   *
   * @param aggregateType of a message that is committed by now
   */
  public void wake(String aggregateType) {
    Semaphore wish = wish(aggregateType);
    if (wish.availablePermits() == 0) {
      wish.release();
    }
  }

  /** Waits until the worker is woken, for at most so long. */
  void await(String aggregateType, Duration most) throws InterruptedException {
    Semaphore wish = wish(aggregateType);
    if (wish.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
      wish.drainPermits();
    }
  }

  private Semaphore wish(String aggregateType) {
    return wishes.computeIfAbsent(aggregateType, type -> new Semaphore(0));
  }
}
