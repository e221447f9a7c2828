package dev.uketsuke.applications;

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

  // NO KEY: rows that merely refer to the application, such as a note, need not wait.
  static final String LOCK = "SELECT FROM shipping_application WHERE id = ? FOR NO KEY UPDATE";

  static final String FIND =
      """
      SELECT account_id, status, fee_amount, fee_currency, waybill_number,
        origin, destination, parcels, total_weight_grams,
        ARRAY(SELECT status FROM application_history
          WHERE application_id = a.id AND kind = 'MOVE') AS reached
      FROM shipping_application a
      WHERE id = ?""";

  /** The clock is read under the row lock, so the times of a history never run backwards. */
  static final String ADVANCE =
      """
      WITH moved AS (
        UPDATE shipping_application
        SET status = ?,
          updated_at = greatest(updated_at, date_trunc('milliseconds', clock_timestamp())),
          fee_amount = coalesce(?, fee_amount),
          fee_currency = coalesce(?, fee_currency)
        WHERE id = ? AND status = ?
        RETURNING id, status, updated_at)
      INSERT INTO application_history (application_id, status, at, by)
      SELECT id, status, updated_at, ? FROM moved""";

  static final String NOTE =
      """
      INSERT INTO application_history (application_id, status, at, by, kind, reason)
      SELECT id, status, greatest(updated_at, date_trunc('milliseconds', clock_timestamp())),
        ?, 'NOTE', ?
      FROM shipping_application WHERE id = ?""";

  static final String SET_WAYBILL =
      """
      UPDATE shipping_application SET waybill_number = ?,
        updated_at = greatest(updated_at, date_trunc('milliseconds', clock_timestamp()))
      WHERE id = ?""";

  static final String LOCK_WAYBILL =
      "SELECT pg_advisory_xact_lock(hashtextextended('waybill:' || ?, 0))";

  static final String OTHER_WITH_WAYBILL =
      "SELECT id FROM shipping_application WHERE waybill_number = ? AND id <> ? ORDER BY id LIMIT 1";

  private LifeTable() {}

  /** Waits for other transactions on this application; false if there is no such application. */
  static boolean lock(Connection connection, UUID id) throws SQLException {
    return Sql.exists(connection, LOCK, id);
  }

  /** Reads status and history from one snapshot. */
  static Optional<ApplicationLife> find(Connection connection, UUID id) throws SQLException {
    return Sql.one(connection, FIND, row -> life(id, row), id);
  }

  /**
   * Makes the move if the application still stands where it was decided.
   *
   * @return false if it does not, because a rival has moved it meanwhile
   */
  static boolean advance(Connection connection, ApplicationLife life, Move move)
      throws SQLException {
    return Sql.update(
            connection,
            ADVANCE,
            parameters ->
                parameters
                    .add(move.to().name())
                    .add(move.fee() == null ? null : move.fee().toDecimal())
                    .add(move.fee() == null ? null : move.fee().currency())
                    .add(life.id())
                    .add(life.status().name())
                    .add(move.by().label()))
        == 1;
  }

  /** Adds a note to the history; false if there is no such application. */
  static boolean note(Connection connection, UUID id, Actor by, String reason) throws SQLException {
    return Sql.update(connection, NOTE, by.label(), reason, id) == 1;
  }

  /** Sets the waybill number; the caller holds the row and has seen that there is none yet. */
  static void setWaybill(Connection connection, UUID id, String number) throws SQLException {
    Sql.update(connection, SET_WAYBILL, number, id);
  }

  /** Locks the number until the transaction ends, then looks for another application with it. */
  static Optional<UUID> otherWithWaybill(Connection connection, UUID id, String number)
      throws SQLException {
    Sql.query(connection, LOCK_WAYBILL, row -> true, number);
    return Sql.one(connection, OTHER_WITH_WAYBILL, row -> row.getObject(1, UUID.class), number, id);
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
