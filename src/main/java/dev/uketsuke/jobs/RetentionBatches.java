package dev.uketsuke.jobs;

import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs retention steps batch by batch.
 *
 * <p>Guarantee: many short transactions and never a long one; a step that fails does not keep the
 * others from being dealt with, but does fail the run. Rules out a clean-up that locks out the
 * intake, or that stops for good at one bad row.
 */
@Singleton
public class RetentionBatches {

  private final List<RetentionStep> steps;
  private final Transactions transactions;
  private final JobSettings settings;
  private final MeterRegistry metrics;

  @Inject
  RetentionBatches(
      @All List<RetentionStep> steps,
      Transactions transactions,
      JobSettings settings,
      MeterRegistry metrics) {
    this.steps = steps;
    this.transactions = transactions;
    this.settings = settings;
    this.metrics = metrics;
    // Registers the counters with 0, so that dashboards show them before the first row is removed.
    steps.forEach(step -> counted(step, 0));
  }

  /**
   * Runs all steps of a job once.
   *
   * @param job the name of the job
   * @param now what is due is due by this moment
   * @throws RuntimeException the first failure, once every step has had its turn
   */
  public JobReport run(String job, Instant now) {
    Map<String, Long> counts = new TreeMap<>();
    boolean finished = true;
    RuntimeException failure = null;
    for (RetentionStep step : steps) {
      if (!step.job().equals(job)) {
        continue;
      }
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
      counted(step, rows);
      counts.merge(step.name(), (long) rows, Long::sum);
      if (rows < size) {
        return true;
      }
    }
    return false;
  }

  private void counted(RetentionStep step, int rows) {
    metrics.counter("uketsuke.retention.rows", "step", step.name()).increment(rows);
  }
}
