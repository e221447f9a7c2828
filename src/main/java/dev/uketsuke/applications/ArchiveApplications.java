package dev.uketsuke.applications;

import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.jobs.JobSettings;
import dev.uketsuke.jobs.RetentionBatches;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Moves applications that were final long ago to the archive; {@link FinalApplications} says which,
 * and {@link RetentionBatches} how.
 */
@Singleton
class ArchiveApplications implements Job {

  static final String NAME = "archive";

  private final RetentionBatches batches;
  private final ArchiveSettings settings;
  private final JobSettings jobs;

  ArchiveApplications(RetentionBatches batches, ArchiveSettings settings, JobSettings jobs) {
    this.batches = batches;
    this.settings = settings;
    this.jobs = jobs;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Duration> every() {
    return settings.archiveAfter().map(after -> jobs.retentionEvery());
  }

  @Override
  public JobReport runOnce(Instant now) {
    return batches.run(NAME, now);
  }
}
