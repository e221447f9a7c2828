package dev.uketsuke.applications;

import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.database.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The SQL statements of {@link Applications}.
 *
 * <p>Guarantee: one statement compares and sets the status and writes the entry of the history, so
 * two transactions cannot both make one move, and every status has its entry.
 */
final class LifeTable {

  // FOR NO KEY UPDATE does not block inserts of rows that refer to the application.
  static final String LOCK =
      "SELECT bucket FROM shipping_application WHERE id = ? AND bucket = ? FOR NO KEY UPDATE";

  /**
   * Finds the bucket of an id that was issued before ids contained the bucket. This is the only
   * statement that searches every partition or shard.
   */
  static final String ELSEWHERE =
      "SELECT bucket FROM shipping_application WHERE id = ? AND bucket <> ?";

  static final String FIND =
      """
      SELECT account_id, status, archived_at, fee_amount, fee_currency, waybill_number,
        origin, destination, parcels, total_weight_grams,
        ARRAY(SELECT status FROM application_history
          WHERE account_id = a.account_id AND bucket = ? AND application_id = a.id
            AND kind = 'MOVE') AS reached
      FROM shipping_application a
      WHERE id = ? AND bucket = ?""";

  /** Reads from the archive what {@link #FIND} would have read before. */
  static final String FIND_ARCHIVED =
      FIND.replace("shipping_application", "archived_application")
          .replace("application_history", "archived_history");

  /**
   * Makes a move. Under the row's lock the step number is increased by one. The time is the later
   * one of the row's time and the statement's, so the times in a history never decrease.
   */
  static final String ADVANCE =
      """
      WITH moved AS (
        UPDATE shipping_application
        SET status = ?,
          updated_at = greatest(updated_at, date_trunc('milliseconds', statement_timestamp())),
          last_step = last_step + 1,
          fee_amount = coalesce(?, fee_amount),
          fee_currency = coalesce(?, fee_currency)
        WHERE account_id = ? AND id = ? AND bucket = ? AND status = ?
        RETURNING account_id, id, bucket, last_step, status, updated_at)
      INSERT INTO application_history (
        account_id, bucket, application_id, step, status, at, by, reason)
      SELECT account_id, bucket, id, last_step, status, updated_at, ?, ? FROM moved
      RETURNING step""";

  static final String NOTE =
      """
      WITH noted AS (
        UPDATE shipping_application SET last_step = last_step + 1,
          updated_at = greatest(updated_at, date_trunc('milliseconds', statement_timestamp()))
        WHERE id = ? AND bucket = ? AND archived_at IS NULL
        RETURNING account_id, id, bucket, last_step, status, updated_at)
      INSERT INTO application_history (
        account_id, bucket, application_id, step, status, at, by, kind, reason)
      SELECT account_id, bucket, id, last_step, status, updated_at, ?, 'NOTE', ?
      FROM noted
      RETURNING step""";

  static final String SET_WAYBILL =
      """
      UPDATE shipping_application SET waybill_number = ?,
        updated_at = greatest(updated_at, date_trunc('milliseconds', statement_timestamp()))
      WHERE account_id = ? AND id = ? AND bucket = ?""";

  /** Waits for anybody who is recording the same number, on whichever node. */
  static final String CLAIM_WAYBILL =
      """
      INSERT INTO waybill_number (number, application_id) VALUES (?, ?)
      ON CONFLICT ON CONSTRAINT waybill_number_pkey DO NOTHING""";

  static final String OTHER_WITH_WAYBILL =
      """
      SELECT id FROM (
        SELECT id FROM shipping_application WHERE waybill_number = ? AND id <> ?
        UNION ALL
        SELECT id FROM archived_application WHERE waybill_number = ? AND id <> ?) other
      ORDER BY id LIMIT 1""";

  /** It would have to be archived and brought back twice while it is being looked for. */
  private static final int MAX_ROUNDS = 3;

  private LifeTable() {}

  /**
   * Locks the application's row, waiting for other transactions; returns false if there is none.
   */
  static boolean lock(Connection connection, UUID id) throws SQLException {
    return inBucket(
            connection,
            id,
            bucket -> Sql.one(connection, LOCK, row -> row.getInt("bucket"), id, bucket))
        .isPresent();
  }

  /** Returns the application with status and history from one snapshot; empty if there is none. */
  static Optional<ApplicationLife> find(Connection connection, UUID id) throws SQLException {
    return inBucket(connection, id, bucket -> find(connection, id, bucket));
  }

  private static Optional<ApplicationLife> find(Connection connection, UUID id, int bucket)
      throws SQLException {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Optional<Optional<ApplicationLife>> found =
          Sql.one(
              connection,
              FIND,
              row ->
                  row.getObject("archived_at") == null
                      ? Optional.of(life(id, row))
                      : Optional.empty(),
              bucket,
              id,
              bucket);
      if (found.isEmpty() || found.get().isPresent()) {
        return found.flatMap(here -> here);
      }
      Optional<ApplicationLife> archived =
          Sql.one(connection, FIND_ARCHIVED, row -> life(id, row), bucket, id, bucket);
      if (archived.isPresent()) {
        return archived;
      }
      // It was brought back between the two statements.
    }
    throw new IllegalStateException(
        "The content of application "
            + id
            + " is missing: shipping_application.archived_at says that it is in the archive, and"
            + " archived_application has no row with this id. Restore that row from a backup.");
  }

  /**
   * Makes the move if the status is still the one on which the decision was based.
   *
   * @return the step number; empty if another transaction has moved the application meanwhile
   */
  static Optional<Integer> advance(Connection connection, ApplicationLife life, Move move)
      throws SQLException {
    return Sql.one(
        connection,
        ADVANCE,
        row -> row.getInt("step"),
        parameters ->
            parameters
                .add(move.to().name())
                .add(move.fee() == null ? null : move.fee().toDecimal())
                .add(move.fee() == null ? null : move.fee().currency())
                .add(life.accountId())
                .add(life.id())
                .add(life.bucket())
                .add(life.status().name())
                .add(move.by().label())
                .add(move.reason()));
  }

  /**
   * Adds a note to the history, after bringing the application back if it is archived. Returns
   * false if there is no such application.
   */
  static boolean note(Connection connection, UUID id, Actor by, String reason) throws SQLException {
    return inBucket(connection, id, bucket -> note(connection, id, bucket, by, reason)).isPresent();
  }

  private static Optional<Integer> note(
      Connection connection, UUID id, int bucket, Actor by, String reason) throws SQLException {
    Optional<Integer> step = writeNote(connection, id, bucket, by, reason);
    return step.isEmpty() && ArchiveTable.restore(connection, id, bucket)
        ? writeNote(connection, id, bucket, by, reason)
        : step;
  }

  private static Optional<Integer> writeNote(
      Connection connection, UUID id, int bucket, Actor by, String reason) throws SQLException {
    return Sql.one(connection, NOTE, row -> row.getInt("step"), id, bucket, by.label(), reason);
  }

  /**
   * Sets the waybill number, after bringing the application back if it is archived. The caller has
   * locked the row and found no number in it.
   */
  static void setWaybill(Connection connection, ApplicationLife life, String number)
      throws SQLException {
    ArchiveTable.restore(connection, life.id(), life.bucket());
    Sql.update(connection, SET_WAYBILL, number, life.accountId(), life.id(), life.bucket());
  }

  /**
   * Claims the number, then looks for another application with it. Another transaction that records
   * the same number waits at the claim until this one ends, and then finds this application.
   */
  static Optional<UUID> otherWithWaybill(Connection connection, UUID id, String number)
      throws SQLException {
    Sql.update(connection, CLAIM_WAYBILL, number, id);
    return Sql.one(
        connection,
        OTHER_WITH_WAYBILL,
        row -> row.getObject(1, UUID.class),
        number,
        id,
        number,
        id);
  }

  /** A statement on one application that takes its bucket. */
  @FunctionalInterface
  private interface InBucket<T> {
    Optional<T> run(int bucket) throws SQLException;
  }

  /** Runs a statement with the bucket in the id or, for an id from before buckets, in the row. */
  private static <T> Optional<T> inBucket(Connection connection, UUID id, InBucket<T> statement)
      throws SQLException {
    Optional<T> found = statement.run(Bucket.in(id));
    if (found.isPresent()) {
      return found;
    }
    Optional<Integer> bucket =
        Sql.one(connection, ELSEWHERE, row -> row.getInt("bucket"), id, Bucket.in(id));
    return bucket.isPresent() ? statement.run(bucket.get()) : Optional.empty();
  }

  private static ApplicationLife life(UUID id, ResultSet row) throws SQLException {
    Set<ApplicationStatus> reached = EnumSet.noneOf(ApplicationStatus.class);
    for (String status : (String[]) row.getArray("reached").getArray()) {
      reached.add(ApplicationStatus.valueOf(status));
    }
    return new ApplicationLife(
        id,
        row.getString("account_id"),
        ApplicationStatus.valueOf(row.getString("status")),
        reached,
        Money.stored(row.getBigDecimal("fee_amount"), row.getString("fee_currency")),
        row.getString("waybill_number"),
        new ApplicationLife.Consignment(
            row.getString("origin"),
            row.getString("destination"),
            row.getInt("parcels"),
            row.getObject("total_weight_grams", Integer.class)));
  }
}
