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
 * Erases personal data from applications that have been in a final status for {@code
 * UKETSUKE_DATA_RETENTION}.
 *
 * <p>Guarantee: recipient and client reference are erased; key, fingerprint and receipt stay. A
 * late resend is therefore still replayed or refused as expired, and never creates a second
 * application.
 */
@Singleton
class ErasePersonalContent implements RetentionStep {

  /**
   * Selects by the last change, which is not earlier than the move to the final status. The lock is
   * the weakest that an update takes, and rows that another transaction has locked are skipped.
   */
  static final String ERASE =
      """
      WITH batch AS MATERIALIZED (
        SELECT id, account_id, bucket FROM shipping_application
        WHERE bucket = ANY (?) AND id = ANY (?) AND erased_at IS NULL
          AND status IN ('DELIVERED', 'CANCELLED', 'REFUNDED') AND updated_at <= ?
        FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE shipping_application a SET
        recipient_name = NULL, recipient_phone = NULL, recipient_postal_code = NULL,
        recipient_address = NULL, client_reference = NULL, erased_at = statement_timestamp()
      FROM batch WHERE a.id = batch.id AND a.account_id = batch.account_id AND a.bucket = batch.bucket
        AND a.bucket = ANY (?) AND a.id = ANY (?)""";

  private final ErasureSettings settings;
  private final DueRows dueRows;

  ErasePersonalContent(ErasureSettings settings, DueRows dueRows) {
    this.settings = settings;
    this.dueRows = dueRows;
  }

  @Override
  public String name() {
    return "applicationsErased";
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
                new Oldest(
                    "shipping_application",
                    "updated_at",
                    "erased_at IS NULL AND status IN ('DELIVERED', 'CANCELLED', 'REFUNDED')",
                    retention));
  }
}
