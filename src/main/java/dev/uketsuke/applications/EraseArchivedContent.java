package dev.uketsuke.applications;

import dev.uketsuke.database.Sql;
import dev.uketsuke.jobs.DueRows;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Erases what is personal in archived applications, as {@link ErasePersonalContent} does before.
 */
@Singleton
class EraseArchivedContent implements RetentionStep {

  static final String ERASE =
      """
      WITH batch AS MATERIALIZED (
        SELECT id, account_id, bucket FROM archived_application
        WHERE bucket = ANY (?) AND id = ANY (?) AND erased_at IS NULL AND updated_at <= ?
        FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE archived_application a SET
        recipient_name = NULL, recipient_phone = NULL, recipient_postal_code = NULL,
        recipient_address = NULL, client_reference = NULL, erased_at = statement_timestamp()
      FROM batch WHERE a.id = batch.id AND a.account_id = batch.account_id AND a.bucket = batch.bucket
        AND a.bucket = ANY (?) AND a.id = ANY (?)""";

  private final ErasureSettings settings;
  private final DueRows dueRows;

  EraseArchivedContent(ErasureSettings settings, DueRows dueRows) {
    this.settings = settings;
    this.dueRows = dueRows;
  }

  @Override
  public String name() {
    return "archivedApplicationsErased";
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
        (buckets, ids) -> Sql.update(connection, ERASE, buckets, ids, until, buckets, ids));
  }

  @Override
  public Optional<Oldest> oldest() {
    return settings
        .dataRetention()
        .map(
            retention ->
                new Oldest("archived_application", "updated_at", "erased_at IS NULL", retention));
  }
}
