package dev.uketsuke.applications;

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

  static final String LOCK_DUE =
      """
      SELECT id FROM archived_application
      WHERE bucket = ANY (?) AND id = ANY (?)
        AND CASE WHEN erased_at IS NULL THEN updated_at <= ? ELSE false END
      FOR NO KEY UPDATE SKIP LOCKED""";

  static final String ERASE =
      """
      UPDATE archived_application SET
        recipient_name = NULL, recipient_phone = NULL, recipient_postal_code = NULL,
        recipient_address = NULL, client_reference = NULL, erased_at = statement_timestamp()
      WHERE bucket = ANY (?) AND id = ANY (?)""";

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
        (buckets, ids) ->
            ErasePersonalContent.erase(connection, LOCK_DUE, ERASE, buckets, ids, until));
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
