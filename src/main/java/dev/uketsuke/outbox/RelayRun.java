package dev.uketsuke.outbox;

import dev.uketsuke.jobs.JobReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One bounded run of the relay to one destination, shared by the lanes that carry it out. */
final class RelayRun {

  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final long end;
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicBoolean dry = new AtomicBoolean();
  private volatile CompletableFuture<Void> lanes = CompletableFuture.completedFuture(null);
  private volatile boolean left;

  RelayRun(Duration time) {
    end = System.nanoTime() + time.toNanos();
  }

  /** Says what carries it out; without a lane it is left to others, or to a later one. */
  void on(List<CompletableFuture<Void>> taken) {
    left = taken.isEmpty();
    lanes = CompletableFuture.allOf(taken.toArray(CompletableFuture[]::new));
  }

  /**
   * Waits for its end, but no longer than this; what takes longer goes on.
   *
   * @throws RuntimeException if it failed
   */
  RelayRun await(Duration most) {
    try {
      lanes.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException goesOn) {
      // The report says so.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
    return this;
  }

  boolean goesOn() {
    return !away.get() && System.nanoTime() - end < 0;
  }

  void count(Delivery.Result result) {
    if (result == Delivery.Result.UNAVAILABLE) {
      away.set(true); // The next run tries again; this one would only wear out the others.
    }
    count(
        switch (result) {
          case SENT -> "sent";
          case DROPPED -> "dropped";
          case FAILED -> "failed";
          case REFUSED -> "parked";
          case UNAVAILABLE -> "unavailable";
        },
        1);
  }

  void count(String what, long messages) {
    if (messages > 0) {
      counts.merge(what, messages, Long::sum);
    }
  }

  void nothingLeft() {
    dry.set(true);
  }

  /** Finished: there was nothing more to claim, or nobody to send it to. */
  JobReport report() {
    boolean ended = lanes.isDone() && !left;
    return new JobReport(
        new TreeMap<>(counts), ended && (counts.isEmpty() || dry.get() || away.get()));
  }
}
