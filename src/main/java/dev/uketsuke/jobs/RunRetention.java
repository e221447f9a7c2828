package dev.uketsuke.jobs;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Removes rows whose retention has ended; {@link RetentionBatches} says how. */
@Singleton
class RunRetention implements Job {

  private final RetentionBatches batches;
  private final JobSettings settings;

  RunRetention(RetentionBatches batches, JobSettings settings) {
    this.batches = batches;
    this.settings = settings;
  }

  @Override
  public String name() {
    return RetentionStep.RETENTION;
  }

  @Override
  public Optional<Duration> every() {
    return Optional.of(settings.retentionEvery());
  }

  @Override
  public JobReport runOnce(Instant now) {
    return batches.run(name(), now);
  }
}
