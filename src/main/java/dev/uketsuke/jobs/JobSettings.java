package dev.uketsuke.jobs;

import dev.uketsuke.startup.Limits;
import dev.uketsuke.startup.TrueOrFalse;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When jobs run, and how much at a time. */
@ConfigMapping(prefix = "uketsuke.jobs")
public interface JobSettings {

  /**
   * Whether this instance runs jobs by itself, {@code UKETSUKE_JOBS_SCHEDULED}. Switch it off where
   * instances scale to zero or a CronJob runs them; they can still be asked for.
   */
  @WithDefault("true")
  @WithConverter(TrueOrFalse.class)
  boolean scheduled();

  /**
   * How often the job {@code retention} runs, {@code UKETSUKE_JOBS_RETENTION_EVERY}, ISO 8601, from
   * a second to a day.
   */
  @WithDefault("PT5M")
  @Limits(least = "PT1S", most = "P1D")
  Duration retentionEvery();

  /**
   * The most rows that one transaction of it touches, {@code UKETSUKE_JOBS_RETENTION_BATCH_SIZE}:
   * few enough that it ends far below the statement time-out.
   */
  @WithDefault("500")
  @Limits(least = "1", most = "999999999")
  int retentionBatchSize();

  /** The most batches of one kind in one run, {@code UKETSUKE_JOBS_RETENTION_MAX_BATCHES}. */
  @WithDefault("100")
  @Limits(least = "1", most = "999999999")
  int retentionMaxBatches();
}
