package dev.uketsuke.jobs;

import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** When jobs run, and how much at a time. */
@ConfigMapping(prefix = "uketsuke.jobs")
interface JobSettings {

  /**
   * Whether this instance runs jobs by itself, {@code UKETSUKE_JOBS_SCHEDULED}. Switch it off where
   * instances scale to zero or a CronJob runs them; they can still be asked for.
   */
  @WithDefault("true")
  boolean scheduled();

  /** The clean-up of what is past its time. */
  Retention retention();

  /** How the job {@code retention} runs. */
  interface Retention {

    /** How often, {@code UKETSUKE_JOBS_RETENTION_EVERY}, ISO 8601, from a second to a day. */
    @WithDefault("PT5M")
    @WithConverter(Every.class)
    Duration every();

    /**
     * The most rows in one transaction: few enough that it ends far below the statement time-out.
     */
    @WithDefault("500")
    @Positive int batchSize();

    /** The most batches of one kind in one run, so that a run ends. */
    @WithDefault("100")
    @Positive int maxBatches();
  }

  /** From what the scheduler can do to what makes sense. */
  @RegisterForReflection
  final class Every extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Every() {
      super("UKETSUKE_JOBS_RETENTION_EVERY", Duration.ofSeconds(1), Duration.ofDays(1));
    }
  }
}
