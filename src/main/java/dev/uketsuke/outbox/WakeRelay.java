package dev.uketsuke.outbox;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes the worker of a destination when a message is committed, so that the message does not wait
 * for the worker's next interval.
 *
 * <p>Guarantee: the caller never waits. A worker that is woken during a run makes another run.
 */
@Singleton
public class WakeRelay {

  private final Map<String, Semaphore> signals = new ConcurrentHashMap<>();

  WakeRelay() {}

  /**
   * Wakes the worker of a destination in this process, if there is one.
   *
   * @param aggregateType the aggregate type of a message that has been committed
   */
  public void wake(String aggregateType) {
    Semaphore signal = signal(aggregateType);
    if (signal.availablePermits() == 0) {
      signal.release();
    }
  }

  /** Waits until the worker is woken, at most for the time-out. */
  void await(String aggregateType, Duration timeout) throws InterruptedException {
    Semaphore signal = signal(aggregateType);
    if (signal.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      signal.drainPermits();
    }
  }

  private Semaphore signal(String aggregateType) {
    return signals.computeIfAbsent(aggregateType, type -> new Semaphore(0));
  }
}
