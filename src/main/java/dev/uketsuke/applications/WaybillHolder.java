package dev.uketsuke.applications;

import dev.uketsuke.database.Parameters;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Tells whether a waybill number that is about to be recorded is another application's already.
 *
 * <p>Guarantee: the answer stays true until the transaction ends, among those that ask. Rules out
 * that two applications are given one number at the same moment and nobody notices.
 */
@Singleton
public class WaybillHolder {

  static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('waybill:' || ?, 0))";

  static final String OTHER =
      "SELECT id FROM shipping_application WHERE waybill_number = ? AND id <> ? ORDER BY id LIMIT 1";

  /**
   * Asks.
   *
   * @param connection of the transaction that is to record the number
   * @return the other application; empty if the number is free, or this application's own
   */
  public Optional<UUID> other(Connection connection, UUID applicationId, String number)
      throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
      new Parameters(lock).add(number);
      lock.execute();
    }
    try (PreparedStatement select = connection.prepareStatement(OTHER)) {
      new Parameters(select).add(number).add(applicationId);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(row.getObject(1, UUID.class)) : Optional.empty();
      }
    }
  }
}
