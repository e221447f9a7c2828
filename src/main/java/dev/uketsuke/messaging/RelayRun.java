package dev.uketsuke.messaging;

import dev.uketsuke.jobs.JobReport;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** One bounded run of the relay to one destination, shared by the threads that carry it out. */
final class RelayRun {

  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final long end;
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicBoolean dry = new AtomicBoolean();

  RelayRun(Duration time) {
    end = System.nanoTime() + time.toNanos();
  }

  boolean goesOn() {
    return !away.get() && System.nanoTime() - end < 0;
  }

  void parked(int messages) {
    count("parked", messages);
  }

  void count(Delivery.Result result) {
    if (result == Delivery.Result.UNAVAILABLE) {
      away.set(true); // The next run tries again; this one would only wear out the others.
    }
    count(
        switch (result) {
          case SENT -> "sent";
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
    return new JobReport(new TreeMap<>(counts), counts.isEmpty() || dry.get() || away.get());
  }
}
