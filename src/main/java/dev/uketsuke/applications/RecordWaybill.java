package dev.uketsuke.applications;

import dev.uketsuke.database.Parameters;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Puts the carrier's waybill number on an application and into its history.
 *
 * <p>Guarantee: the first number stands. Told again it changes nothing; another one is noted and
 * replaces nothing, so that no parcel loses the number it travels under.
 */
@Singleton
public class RecordWaybill {

  /** Locks the row, so that the number decided upon is the one that is there. */
  static final String CURRENT =
      "SELECT waybill_number FROM shipping_application WHERE id = ? FOR NO KEY UPDATE";

  static final String SET =
      """
      UPDATE shipping_application SET waybill_number = ?,
        updated_at = greatest(updated_at, date_trunc('milliseconds', clock_timestamp()))
      WHERE id = ?""";

  private final LifeTable table;

  RecordWaybill(LifeTable table) {
    this.table = table;
  }

  /**
   * Records.
   *
   * @param connection of the transaction that does what the number came with
   * @param by who told it
   * @param number 1 to 100 printable characters
   * @return false if there is no such application; nothing was written then
   */
  public boolean record(Connection connection, UUID applicationId, Actor by, String number)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(CURRENT)) {
      new Parameters(select).add(applicationId);
      try (ResultSet row = select.executeQuery()) {
        return row.next() && decide(connection, applicationId, by, row.getString(1), number);
      }
    }
  }

  private boolean decide(Connection connection, UUID id, Actor by, String current, String number)
      throws SQLException {
    if (number.equals(current)) {
      return true;
    }
    if (current != null) {
      return table.note(
          connection, id, by, "Waybill number " + number + " was told; " + current + " stands.");
    }
    try (PreparedStatement update = connection.prepareStatement(SET)) {
      new Parameters(update).add(number).add(id);
      update.executeUpdate();
    }
    return table.note(connection, id, by, "Waybill number " + number + ".");
  }
}
