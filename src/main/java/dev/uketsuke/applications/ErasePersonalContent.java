package dev.uketsuke.applications;

import dev.uketsuke.database.Sql;
import dev.uketsuke.jobs.DueRows;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

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
   * the weakest that an update takes, and rows that another transaction has locked are skipped. The
   * CASE keeps the server from reading all that is due by its index instead of these ids by theirs.
   */
  static final String LOCK_DUE =
      """
      SELECT id FROM shipping_application
      WHERE bucket = ANY (?) AND id = ANY (?)
        AND CASE WHEN erased_at IS NULL AND status IN ('DELIVERED', 'CANCELLED', 'REFUNDED')
          THEN updated_at <= ? ELSE false END
      FOR NO KEY UPDATE SKIP LOCKED""";

  /**
   * Is a statement of its own: joined with the selection, it was planned to read for each row all
   * applications of the row's account.
   */
  static final String ERASE =
      """
      UPDATE shipping_application SET
        recipient_name = NULL, recipient_phone = NULL, recipient_postal_code = NULL,
        recipient_address = NULL, client_reference = NULL, erased_at = statement_timestamp()
      WHERE bucket = ANY (?) AND id = ANY (?)""";

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
        (buckets, ids) -> erase(connection, LOCK_DUE, ERASE, buckets, ids, until));
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

  /**
   * Locks and erases those of the rows that are still due and that nobody else holds.
   *
   * @return how many rows were erased
   */
  static int erase(
      Connection connection,
      String lockDue,
      String erase,
      Integer[] buckets,
      UUID[] candidates,
      Instant until)
      throws SQLException {
    UUID[] ids =
        Sql.query(
                connection,
                lockDue,
                row -> row.getObject("id", UUID.class),
                buckets,
                candidates,
                until)
            .toArray(UUID[]::new);
    return ids.length == 0 ? 0 : Sql.update(connection, erase, buckets, ids);
  }
}
