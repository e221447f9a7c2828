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
 * The statements behind {@link Applications}.
 *
 * <p>Guarantee: one statement compares and sets the status and writes the history row. Rules out
 * two winners of one move, and a status that the history does not explain.
 */
final class LifeTable {

  // NO KEY: rows that merely refer to the application need not wait.
  static final String LOCK =
      "SELECT bucket FROM shipping_application WHERE id = ? AND bucket = ? FOR NO KEY UPDATE";

  /**
   * Finds the bucket of an id that does not carry it, because it was issued before ids did. It is
   * the one statement that asks every partition or shard.
   */
  static final String ELSEWHERE =
      "SELECT bucket FROM shipping_application WHERE id = ? AND bucket <> ?";

  static final String FIND =
      """
      SELECT account_id, status, fee_amount, fee_currency, waybill_number,
        origin, destination, parcels, total_weight_grams,
        ARRAY(SELECT status FROM application_history
          WHERE account_id = a.account_id AND bucket = ? AND application_id = a.id
            AND kind = 'MOVE') AS reached
      FROM shipping_application a
      WHERE id = ? AND bucket = ?""";

  /**
   * The row lock also gives out the number of the step. The later of the row's time and the
   * statement's counts, so the times of a history never run backwards, even after a wait.
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
        WHERE id = ? AND bucket = ?
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

  static final String LOCK_WAYBILL =
      "SELECT pg_advisory_xact_lock(hashtextextended('waybill:' || ?, 0))";

  static final String OTHER_WITH_WAYBILL =
      "SELECT id FROM shipping_application WHERE waybill_number = ? AND id <> ? ORDER BY id LIMIT 1";

  private LifeTable() {}

  /** Waits for other transactions on this application; false if there is no such application. */
  static boolean lock(Connection connection, UUID id) throws SQLException {
    return inBucket(
            connection,
            id,
            bucket -> Sql.one(connection, LOCK, row -> row.getInt("bucket"), id, bucket))
        .isPresent();
  }

  /** Reads status and history from one snapshot. */
  static Optional<ApplicationLife> find(Connection connection, UUID id) throws SQLException {
    return inBucket(
        connection,
        id,
        bucket -> Sql.one(connection, FIND, row -> life(id, row), bucket, id, bucket));
  }

  /**
   * Makes the move if the application still stands where it was decided.
   *
   * @return the number of the step; empty if a rival has moved the application meanwhile
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

  /** Adds a note to the history; false if there is no such application. */
  static boolean note(Connection connection, UUID id, Actor by, String reason) throws SQLException {
    return inBucket(
            connection,
            id,
            bucket ->
                Sql.one(
                    connection, NOTE, row -> row.getInt("step"), id, bucket, by.label(), reason))
        .isPresent();
  }

  /** Sets the waybill number; the caller holds the row and has seen that there is none yet. */
  static void setWaybill(Connection connection, ApplicationLife life, String number)
      throws SQLException {
    Sql.update(connection, SET_WAYBILL, number, life.accountId(), life.id(), life.bucket());
  }

  /** Locks the number until the transaction ends, then looks for another application with it. */
  static Optional<UUID> otherWithWaybill(Connection connection, UUID id, String number)
      throws SQLException {
    Sql.query(connection, LOCK_WAYBILL, row -> true, number);
    return Sql.one(connection, OTHER_WITH_WAYBILL, row -> row.getObject(1, UUID.class), number, id);
  }

  /** A statement about one application in one bucket. */
  @FunctionalInterface
  private interface InBucket<T> {
    Optional<T> run(int bucket) throws SQLException;
  }

  /** Runs a statement in the bucket that the id carries or, for an older id, in that of its row. */
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
