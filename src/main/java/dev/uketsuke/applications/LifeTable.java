package dev.uketsuke.applications;

import dev.uketsuke.database.Parameters;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The statements that move an application on.
 *
 * <p>Guarantee: the status changes by compare-and-set, together with its history row, in one
 * statement. Rules out two winners of one move, and a status that the history does not explain.
 */
@Singleton
class LifeTable {

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

  /** Waits for other transactions on this application; false if there is no such application. */
  boolean lock(Connection connection, UUID id) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(LOCK)) {
      new Parameters(select).add(id);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  /** Reads status and history from one snapshot. */
  Optional<ApplicationLife> find(Connection connection, UUID id) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(FIND)) {
      new Parameters(select).add(id);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(life(id, row)) : Optional.empty();
      }
    }
  }

  /**
   * Makes the step if the application still stands where it was decided.
   *
   * @return false if it does not: somebody else moved it meanwhile
   */
  boolean advance(Connection connection, ApplicationLife life, Step step) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(ADVANCE)) {
      new Parameters(update)
          .add(step.to().name())
          .add(step.fee() == null ? null : step.fee().toDecimal())
          .add(step.fee() == null ? null : step.fee().currency())
          .add(life.id())
          .add(life.status().name())
          .add(step.by().label());
      return update.executeUpdate() == 1;
    }
  }

  /** Adds a note to the history; false if there is no such application. */
  boolean note(Connection connection, UUID id, Actor by, String reason) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(NOTE)) {
      new Parameters(insert).add(by.label()).add(reason).add(id);
      return insert.executeUpdate() == 1;
    }
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
