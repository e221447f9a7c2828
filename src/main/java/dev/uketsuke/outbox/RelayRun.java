package dev.uketsuke.outbox;

import dev.uketsuke.jobs.JobReport;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** One bounded run of the relay to one destination: its deliveries, their outcomes, and its end. */
final class RelayRun {

  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final long start = System.nanoTime();
  private final long end;
  private CompletableFuture<Void> deliveries = CompletableFuture.completedFuture(null);
  private boolean begun;
  private volatile boolean away;
  private volatile boolean ended;

  RelayRun(Duration time) {
    end = start + time.toNanos();
  }

  /** Checks whether more may be claimed: there is time left, and the destination is available. */
  boolean goesOn() {
    return !away && remainingNanos() > 0;
  }

  long remainingNanos() {
    return end - System.nanoTime();
  }

  void began(CompletableFuture<Void> delivery) {
    begun = true;
    deliveries = CompletableFuture.allOf(deliveries, delivery);
  }

  boolean hasBegun() {
    return begun;
  }

  /** Checks whether a delivery of this run is still going on. */
  boolean isBusy() {
    return !deliveries.isDone();
  }

  void count(String outcome, long messages) {
    if (messages > 0) {
      counts.merge(outcome, messages, Long::sum);
    }
  }

  void away() {
    away = true;
  }

  void nothingLeft() {
    ended = true;
  }

  void failed(RuntimeException e) {
    failure.compareAndSet(null, e);
  }

  /** Checks whether everything that was due was claimed, and the destination was available. */
  boolean isFinished() {
    return ended && !away && !isBusy();
  }

  /** Records the duration of the run under the name of a job, when its last delivery has ended. */
  void measure(MeterRegistry metrics, String job) {
    deliveries.whenComplete(
        (done, never) ->
            metrics
                .timer("uketsuke.jobs", "job", job, "outcome", outcome())
                .record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
  }

  /** Returns {@code failed} if anything failed, even if other messages were delivered. */
  private String outcome() {
    if (failure.get() != null) {
      return "failed";
    }
    return away ? "unavailable" : "done";
  }

  /** Waits for the deliveries of this run, at most for the time-out. */
  void awaitDeliveries(Duration timeout) {
    try {
      deliveries.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException goesOn) {
      // The report says that the run is not finished.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Waits for the deliveries of this run, at most for the time-out, and returns the report.
   *
   * @throws RuntimeException the first failure of a claim, of a delivery, or of recording one
   */
  JobReport report(Duration timeout) {
    awaitDeliveries(timeout);
    if (failure.get() != null) {
      throw failure.get();
    }
    return new JobReport(new TreeMap<>(counts), isFinished());
  }
}
