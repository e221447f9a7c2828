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
 * Remembers which orders the carrier may have booked although no answer said so.
 *
 * <p>Guarantee: an attempt is committed here before the carrier is called, and forgotten only when
 * an answer says for sure what became of it. Rules out that an order is taken for "not booked"
 * because the process died during the call, or because the relay counted no attempt.
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
   * Records that the carrier is about to be called.
   *
   * @return whether an earlier attempt may have been booked
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

  /** Forgets an order whose outcome is known. */
  void forget(Connection connection, OutboxMessage order) throws SQLException {
    Sql.update(connection, FORGET, order.id());
  }
}
