package dev.uketsuke.applications;

import dev.uketsuke.jobs.DueRows;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The applications that move to the archive: final, in step, and unchanged for long enough.
 *
 * <p>Guarantee: an application is either here or in the archive, with its whole history, at every
 * moment; a job that dies leaves whole batches. What reconciliation lists as out of step stays
 * here, because people look for it here.
 */
@Singleton
class FinalApplications implements RetentionStep {

  /** As the index {@code shipping_application_archivable} has it. */
  static final String ARCHIVABLE =
      "archived_at IS NULL AND (status = 'CANCELLED'"
          + " OR status = 'DELIVERED' AND waybill_number IS NOT NULL"
          + " OR status = 'REFUNDED' AND waybill_number IS NULL)";

  private final ArchiveSettings settings;
  private final DueRows dueRows;

  FinalApplications(ArchiveSettings settings, DueRows dueRows) {
    this.settings = settings;
    this.dueRows = dueRows;
  }

  @Override
  public String job() {
    return ArchiveApplications.NAME;
  }

  @Override
  public String name() {
    return "applicationsArchived";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    Optional<Oldest> oldest = oldest();
    if (oldest.isEmpty()) {
      return 0;
    }
    Instant until = now.minus(oldest.get().retention());
    return dueRows.take(
        connection,
        oldest.get(),
        now,
        limit,
        (buckets, ids) -> ArchiveTable.archive(connection, buckets, ids, until));
  }

  @Override
  public Optional<Oldest> oldest() {
    return settings.archiveAfter().map(FinalApplications::archivable);
  }

  private static Oldest archivable(Duration after) {
    return new Oldest("shipping_application", "updated_at", ARCHIVABLE, after);
  }
}
