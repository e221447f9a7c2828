package dev.uketsuke.outbox;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The statements by which the relay takes hold of messages and writes down what became of them.
 *
 * <p>Guarantee: many processes claim at once and each message goes to one of them; only the first
 * open message of an aggregate is ever claimed, so order is kept; the attempt is counted, and its
 * lease committed, before anything is sent; and a result counts only if the lease is still the
 * claimer's own. Rules out that a frozen process, come back, undoes what another one did.
 */
@Singleton
class OutboxClaims {

  /** Whose last attempt never reported, because it took the process with it. */
  static final String PARK_EXHAUSTED =
      """
      UPDATE outbox SET parked_at = clock_timestamp(), lease = NULL,
        last_error = coalesce(last_error, 'no attempt lived to tell')
      WHERE aggregatetype = ? AND sent_at IS NULL AND parked_at IS NULL
        AND next_attempt_at <= now() AND attempts >= ?
      RETURNING id, aggregateid, type, payload::text, created_at, attempts, false""";

  /** A row locked by another claim is skipped; one claimed meanwhile fails the repeated check. */
  static final String CLAIM =
      """
      WITH due AS MATERIALIZED (
        SELECT id FROM outbox o
        WHERE aggregatetype = ? AND sent_at IS NULL AND parked_at IS NULL
          AND next_attempt_at <= now() AND attempts < ?
          AND NOT EXISTS (SELECT FROM outbox earlier
            WHERE earlier.aggregateid = o.aggregateid AND earlier.step < o.step
              AND earlier.aggregatetype = o.aggregatetype
              AND earlier.sent_at IS NULL AND earlier.parked_at IS NULL)
        ORDER BY next_attempt_at LIMIT ?
        FOR UPDATE SKIP LOCKED)
      UPDATE outbox o
      SET attempts = attempts + 1, lease = ?,
        next_attempt_at = clock_timestamp() + make_interval(secs => ?)
      FROM due WHERE o.id = due.id
      RETURNING o.id, aggregateid, type, payload::text, created_at, attempts,
        attempts = 1 AND last_error IS NULL""";

  private static final String MINE =
      " WHERE id = ? AND lease = ? AND sent_at IS NULL AND parked_at IS NULL";

  static final String SENT =
      "UPDATE outbox SET sent_at = clock_timestamp(), lease = NULL, last_error = NULL" + MINE;

  /** Version N-1 takes it for sent, which is the end of it, too. */
  static final String DROPPED =
      "UPDATE outbox SET sent_at = clock_timestamp(), dropped = true, lease = NULL, last_error = ?"
          + MINE;

  /** In the transaction that has just closed it, which holds the row. */
  static final String REMARK = "UPDATE outbox SET last_error = ? WHERE id = ?";

  static final String FAILED =
      "UPDATE outbox SET lease = NULL, last_error = ?,"
          + " next_attempt_at = clock_timestamp() + make_interval(secs => ?)"
          + MINE;

  static final String UNAVAILABLE =
      "UPDATE outbox SET lease = NULL, attempts = attempts - 1, last_error = ?,"
          + " next_attempt_at = clock_timestamp() + make_interval(secs => ?)"
          + MINE;

  static final String PARK =
      "UPDATE outbox SET parked_at = clock_timestamp(), lease = NULL, last_error = ?" + MINE;

  /** Parks those, and says which. */
  List<OutboxMessage> parkExhausted(Connection connection, String aggregateType, int attempts)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(PARK_EXHAUSTED)) {
      update.setString(1, aggregateType);
      update.setInt(2, attempts);
      return messages(update);
    }
  }

  /** Claims what is due, at most so many, under one lease. */
  List<OutboxMessage> claim(
      Connection connection, Destination destination, int attempts, UUID lease, Duration time)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(CLAIM)) {
      update.setString(1, destination.aggregateType());
      update.setInt(2, attempts);
      update.setInt(3, destination.batchSize());
      update.setObject(4, lease);
      update.setDouble(5, seconds(time));
      return messages(update);
    }
  }

  private static List<OutboxMessage> messages(PreparedStatement update) throws SQLException {
    List<OutboxMessage> messages = new ArrayList<>();
    try (ResultSet row = update.executeQuery()) {
      while (row.next()) {
        messages.add(
            new OutboxMessage(
                row.getObject(1, UUID.class),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getObject(5, OffsetDateTime.class).toInstant(),
                row.getInt(6),
                row.getBoolean(7)));
      }
    }
    return messages;
  }

  /** False if the lease has gone to somebody else; nothing was changed then. */
  boolean sent(Connection connection, UUID id, UUID lease) throws SQLException {
    return write(connection, SENT, id, lease);
  }

  boolean dropped(Connection connection, UUID id, UUID lease, String error) throws SQLException {
    return write(connection, DROPPED, error, id, lease);
  }

  void remark(Connection connection, UUID id, String remark) throws SQLException {
    write(connection, REMARK, remark, id);
  }

  boolean failed(Connection connection, UUID id, UUID lease, String error, Duration pause)
      throws SQLException {
    return write(connection, FAILED, error, seconds(pause), id, lease);
  }

  boolean unavailable(Connection connection, UUID id, UUID lease, String error, Duration pause)
      throws SQLException {
    return write(connection, UNAVAILABLE, error, seconds(pause), id, lease);
  }

  boolean park(Connection connection, UUID id, UUID lease, String error) throws SQLException {
    return write(connection, PARK, error, id, lease);
  }

  private static boolean write(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        update.setObject(i + 1, values[i]);
      }
      return update.executeUpdate() == 1;
    }
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
