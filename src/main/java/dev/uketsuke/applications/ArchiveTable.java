package dev.uketsuke.applications;

import dev.uketsuke.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * The statements that move applications to the archive and back.
 *
 * <p>Guarantee: the row of an application is locked while it moves. The row itself stays, with the
 * key and all that a resend or an inquiry is answered from, so that P1 and P10 rest on the same
 * constraint as ever. Rules out a history line that is left behind: the history is moved by a
 * statement of its own, which sees everything that was committed before the lock.
 */
final class ArchiveTable {

  private static final String COLUMNS =
      "id, account_id, bucket, idempotency_key, fingerprint, fingerprint_version, status, last_step,"
          + " accepted_at, key_expires_at, updated_at, origin, destination, parcels,"
          + " total_weight_grams, declared_amount, declared_currency, recipient_name,"
          + " recipient_phone, recipient_postal_code, recipient_address, client_reference,"
          + " fee_amount, fee_currency, waybill_number, erased_at";

  private static final String HISTORY =
      "account_id, bucket, application_id, step, status, at, by, kind, reason";

  static final String LOCK_DUE =
      String.format(
          Locale.ROOT,
          """
          SELECT id FROM shipping_application
          WHERE bucket = ANY (?) AND id = ANY (?) AND updated_at <= ? AND %s
          FOR NO KEY UPDATE SKIP LOCKED""",
          FinalApplications.ARCHIVABLE);

  static final String COPY =
      "INSERT INTO archived_application ("
          + COLUMNS
          + ", archived_at) SELECT "
          + COLUMNS
          + ", statement_timestamp() FROM shipping_application"
          + " WHERE bucket = ANY (?) AND id = ANY (?)";

  static final String MOVE_HISTORY = moveHistory("application_history", "archived_history");

  /** The row is no candidate for erasure any more, because nothing personal is left in it. */
  static final String CLEAR =
      """
      UPDATE shipping_application SET archived_at = statement_timestamp(),
        erased_at = coalesce(erased_at, statement_timestamp()),
        total_weight_grams = NULL, declared_amount = NULL, declared_currency = NULL,
        recipient_name = NULL, recipient_phone = NULL, recipient_postal_code = NULL,
        recipient_address = NULL, client_reference = NULL,
        fee_amount = NULL, fee_currency = NULL, waybill_number = NULL
      WHERE bucket = ANY (?) AND id = ANY (?)""";

  static final String LOCK_ARCHIVED =
      "SELECT bucket FROM shipping_application"
          + " WHERE id = ? AND bucket = ? AND archived_at IS NOT NULL FOR NO KEY UPDATE";

  /**
   * Takes the row out of the archive and copies what the statement has taken. Where an erasure
   * holds the row, this waits for it and gets the erased row; a copy that was read before could
   * bring erased content back.
   */
  static final String RESTORE =
      """
      WITH c AS (DELETE FROM archived_application WHERE id = ? AND bucket = ? RETURNING *)
      UPDATE shipping_application a SET archived_at = NULL, erased_at = c.erased_at,
        total_weight_grams = c.total_weight_grams, declared_amount = c.declared_amount,
        declared_currency = c.declared_currency, recipient_name = c.recipient_name,
        recipient_phone = c.recipient_phone, recipient_postal_code = c.recipient_postal_code,
        recipient_address = c.recipient_address, client_reference = c.client_reference,
        fee_amount = c.fee_amount, fee_currency = c.fee_currency, waybill_number = c.waybill_number
      FROM c
      WHERE a.id = ? AND a.bucket = ?
        AND c.id = a.id AND c.account_id = a.account_id AND c.bucket = a.bucket""";

  static final String RESTORE_HISTORY = moveHistory("archived_history", "application_history");

  private ArchiveTable() {}

  /**
   * Moves those of the applications to the archive that are still due and that nobody else holds.
   *
   * @param until only what has not changed since then
   * @return how many moved
   */
  static int archive(Connection connection, Integer[] buckets, UUID[] candidates, Instant until)
      throws SQLException {
    UUID[] ids =
        Sql.query(
                connection,
                LOCK_DUE,
                row -> row.getObject("id", UUID.class),
                buckets,
                candidates,
                until)
            .toArray(UUID[]::new);
    if (ids.length > 0) {
      Sql.update(connection, COPY, buckets, ids);
      Sql.update(connection, MOVE_HISTORY, buckets, ids);
      Sql.update(connection, CLEAR, buckets, ids);
    }
    return ids.length;
  }

  /**
   * Brings an application back from the archive, because something is to be written on it. It moves
   * again once it has not changed for long enough.
   *
   * @return false if there is no such application in the archive; nothing was changed then
   */
  static boolean restore(Connection connection, UUID id, int bucket) throws SQLException {
    if (!Sql.exists(connection, LOCK_ARCHIVED, id, bucket)) {
      return false;
    }
    Sql.update(connection, RESTORE, id, bucket, id, bucket);
    Sql.update(connection, RESTORE_HISTORY, new Integer[] {bucket}, new UUID[] {id});
    return true;
  }

  private static String moveHistory(String from, String to) {
    return "WITH moved AS (DELETE FROM "
        + from
        + " WHERE bucket = ANY (?) AND application_id = ANY (?) RETURNING "
        + HISTORY
        + ") INSERT INTO "
        + to
        + " ("
        + HISTORY
        + ") SELECT "
        + HISTORY
        + " FROM moved";
  }
}
