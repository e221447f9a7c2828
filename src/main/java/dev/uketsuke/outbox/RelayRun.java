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

/** What one bounded run to one destination did, counted by all deliveries that it began. */
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

  /** Whether more may be claimed: there is time left, and the destination is not away. */
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

  /** Whether a delivery that this run began is still under way. */
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

  /** Whether all that was due was claimed, and all of it found its destination available. */
  boolean isFinished() {
    return ended && !away && !isBusy();
  }

  /** Measures it as a run of this job, when the last delivery that it began has ended. */
  void measure(MeterRegistry metrics, String job) {
    deliveries.whenComplete(
        (done, never) ->
            metrics
                .timer("uketsuke.jobs", "job", job, "outcome", outcome())
                .record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
  }

  /** {@code failed} if anything could not be done, whatever else was. */
  private String outcome() {
    if (failure.get() != null) {
      return "failed";
    }
    return away ? "unavailable" : "done";
  }

  /** Waits for the deliveries that it began, for at most so long. */
  void awaitDeliveries(Duration most) {
    try {
      deliveries.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException goesOn) {
      // The report says that the run is not finished.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Waits for the deliveries that it began, for at most so long, and reports.
   *
   * @throws RuntimeException the first failure: of a claim, of a delivery, or of recording one
   */
  JobReport report(Duration most) {
    awaitDeliveries(most);
    if (failure.get() != null) {
      throw failure.get();
    }
    return new JobReport(new TreeMap<>(counts), isFinished());
  }
}
