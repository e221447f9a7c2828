package dev.uketsuke.jobs;

import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Removes rows whose retention has ended, one kind of row after the other.
 *
 * <p>Guarantee: each batch is a short transaction, so submissions do not have to wait for the
 * clean-up. If one kind of row fails, the other kinds are still processed, and the run is reported
 * as failed.
 */
@Singleton
class RunRetention implements Job {

  private final List<RetentionStep> steps;
  private final Transactions transactions;
  private final JobSettings settings;
  private final MeterRegistry metrics;

  RunRetention(
      @All List<RetentionStep> steps,
      Transactions transactions,
      JobSettings settings,
      MeterRegistry metrics) {
    this.steps = steps;
    this.transactions = transactions;
    this.settings = settings;
    this.metrics = metrics;
    // Registers the counters with 0, so that dashboards show them before the first row is removed.
    steps.forEach(step -> count(step, 0));
  }

  @Override
  public String name() {
    return "retention";
  }

  @Override
  public Optional<Duration> every() {
    return Optional.of(settings.retentionEvery());
  }

  @Override
  public JobReport runOnce(Instant now) {
    Map<String, Long> counts = new TreeMap<>();
    boolean finished = true;
    RuntimeException failure = null;
    for (RetentionStep step : steps) {
      try {
        finished &= run(step, now, counts);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
    return new JobReport(counts, finished);
  }

  private boolean run(RetentionStep step, Instant now, Map<String, Long> counts) {
    int size = settings.retentionBatchSize();
    counts.put(step.name(), 0L);
    for (int batch = 0; batch < settings.retentionMaxBatches(); batch++) {
      int rows =
          metrics
              .timer("uketsuke.retention.batch", "step", step.name())
              .record(() -> transactions.run(connection -> step.batch(connection, now, size)));
      count(step, rows);
      counts.merge(step.name(), (long) rows, Long::sum);
      if (rows < size) {
        return true;
      }
    }
    return false;
  }

  private void count(RetentionStep step, int rows) {
    metrics.counter("uketsuke.retention.rows", "step", step.name()).increment(rows);
  }
}
