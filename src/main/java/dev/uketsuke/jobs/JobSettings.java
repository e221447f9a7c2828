package dev.uketsuke.jobs;

import dev.uketsuke.startup.CountReading;
import dev.uketsuke.startup.DurationReading;
import dev.uketsuke.startup.FlagReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
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
  @WithConverter(FlagReading.class)
  boolean scheduled();

  /**
   * How often the job {@code retention} runs, {@code UKETSUKE_JOBS_RETENTION_EVERY}, ISO 8601, from
   * a second to a day.
   */
  @WithDefault("PT5M")
  @WithConverter(Every.class)
  Duration retentionEvery();

  /**
   * The most rows that one transaction of it touches, {@code UKETSUKE_JOBS_RETENTION_BATCH_SIZE}:
   * few enough that it ends far below the statement time-out.
   */
  @WithDefault("500")
  @WithConverter(BatchSize.class)
  int retentionBatchSize();

  /** The most batches of one kind in one run, {@code UKETSUKE_JOBS_RETENTION_MAX_BATCHES}. */
  @WithDefault("100")
  @WithConverter(MaxBatches.class)
  int retentionMaxBatches();

  /** From what the scheduler can do to what makes sense. */
  @RegisterForReflection
  final class Every extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Every() {
      super("UKETSUKE_JOBS_RETENTION_EVERY", Duration.ofSeconds(1), Duration.ofDays(1));
    }
  }

  /** At least one row. */
  @RegisterForReflection
  final class BatchSize extends CountReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public BatchSize() {
      super("UKETSUKE_JOBS_RETENTION_BATCH_SIZE");
    }
  }

  /** At least one batch. */
  @RegisterForReflection
  final class MaxBatches extends CountReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public MaxBatches() {
      super("UKETSUKE_JOBS_RETENTION_MAX_BATCHES");
    }
  }
}
