package dev.uketsuke.jobs;

import dev.uketsuke.startup.Limits;
import dev.uketsuke.startup.TrueOrFalse;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When jobs run, and how much they do at a time. */
@ConfigMapping(prefix = "uketsuke.jobs")
public interface JobSettings {

  /**
   * Whether this instance runs jobs at their intervals, {@code UKETSUKE_JOBS_SCHEDULED}. Switch it
   * off where instances scale to zero or a CronJob runs the jobs; requests can still run them.
   */
  @WithDefault("true")
  @WithConverter(TrueOrFalse.class)
  boolean scheduled();

  /** How often the job {@code retention} runs, {@code UKETSUKE_JOBS_RETENTION_EVERY}. */
  @WithDefault("PT5M")
  @Limits(least = "PT1S", most = "P1D")
  Duration retentionEvery();

  /**
   * How many rows one transaction of the job {@code retention} changes at most, {@code
   * UKETSUKE_JOBS_RETENTION_BATCH_SIZE}. Such a transaction must end well within the statement
   * time-out.
   */
  @WithDefault("500")
  @Limits(least = "1", most = "999999999")
  int retentionBatchSize();

  /**
   * How many such transactions one run makes at most for each kind of row, {@code
   * UKETSUKE_JOBS_RETENTION_MAX_BATCHES}. If more is due, the next run follows at once.
   */
  @WithDefault("100")
  @Limits(least = "1", most = "999999999")
  int retentionMaxBatches();
}
