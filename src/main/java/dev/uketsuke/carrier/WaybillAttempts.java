package dev.uketsuke.carrier;

import dev.uketsuke.database.Sql;
import dev.uketsuke.outbox.OutboxMessage;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Records attempts at orders whose outcome is unknown, so that the carrier may have booked them.
 *
 * <p>Guarantee: an attempt is committed here before the carrier is called, and removed only when
 * its outcome is certain. An order is therefore never taken for "not booked" because the process
 * died during the call, or because the relay did not count the attempt.
 */
@Singleton
class WaybillAttempts {

  static final String REPEAT =
      "UPDATE waybill_attempt SET begun_at = statement_timestamp() WHERE message_id = ?";

  static final String BEGIN =
      """
      INSERT INTO waybill_attempt (message_id, application_id, begun_at)
      VALUES (?, ?, statement_timestamp())""";

  static final String AGE =
      """
      SELECT extract(epoch FROM statement_timestamp() - begun_at)::float8
      FROM waybill_attempt WHERE message_id = ?""";

  static final String FORGET = "DELETE FROM waybill_attempt WHERE message_id = ?";

  private static final double MILLIS = 1000;

  /**
   * Records that the carrier will be called, and returns whether an earlier attempt may have been
   * booked.
   */
  boolean begin(Connection connection, OutboxMessage order) throws SQLException {
    if (Sql.update(connection, REPEAT, order.id()) == 1) {
      return true;
    }
    Sql.update(connection, BEGIN, order.id(), UUID.fromString(order.aggregateId()));
    return false;
  }

  /** Returns how long ago the last attempt of unknown outcome began; empty if there is none. */
  Optional<Duration> age(Connection connection, OutboxMessage order) throws SQLException {
    return Sql.one(
        connection, AGE, row -> Duration.ofMillis((long) (row.getDouble(1) * MILLIS)), order.id());
  }

  /** Removes the attempt of an order whose outcome is certain. */
  void forget(Connection connection, OutboxMessage order) throws SQLException {
    Sql.update(connection, FORGET, order.id());
  }
}
