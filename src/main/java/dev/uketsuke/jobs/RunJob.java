package dev.uketsuke.jobs;

import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Runs a job once, by its name.
 *
 * <p>Guarantee: the database's clock decides what is due, not the clock or the time zone of this
 * process. Each run is logged and measured.
 */
@Singleton
class RunJob {

  private static final Logger LOG = Logger.getLogger(RunJob.class);

  private final List<Job> jobs;
  private final Transactions transactions;
  private final MeterRegistry metrics;

  RunJob(@All List<Job> jobs, Transactions transactions, MeterRegistry metrics) {
    this.jobs = jobs;
    this.transactions = transactions;
    this.metrics = metrics;
  }

  /** Returns the names of all jobs, in alphabetical order. */
  List<String> names() {
    return jobs.stream().map(Job::name).sorted().toList();
  }

  /**
   * Runs a job once.
   *
   * @param name the name of the job
   * @return the report of the run; empty if there is no job of this name
   * @throws RuntimeException if the job failed
   */
  Optional<JobReport> run(String name) {
    return jobs.stream().filter(job -> job.name().equals(name)).findFirst().map(this::run);
  }

  private JobReport run(Job job) {
    long start = System.nanoTime();
    String outcome = "failed";
    try {
      JobReport report = job.runOnce(now());
      outcome = report.finished() ? "done" : "unfinished";
      boolean idle = report.finished() && report.counts().values().stream().allMatch(n -> n == 0);
      LOG.logf(
          idle ? Logger.Level.DEBUG : Logger.Level.INFO, // Most runs find nothing to do.
          "Job %s done: %s, finished=%s",
          job.name(),
          report.counts(),
          report.finished());
      return report;
    } finally {
      metrics
          .timer("uketsuke.jobs", "job", job.name(), "outcome", outcome)
          .record(Duration.ofNanos(System.nanoTime() - start));
    }
  }

  private Instant now() {
    return transactions.run(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet row = statement.executeQuery("SELECT now()")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
          }
        });
  }
}
