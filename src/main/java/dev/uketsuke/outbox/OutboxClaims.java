package dev.uketsuke.outbox;

import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The SQL statements by which the relay claims messages and records the outcome of their
 * deliveries.
 *
 * <p>Guarantee: many processes may claim at once, and each message goes to one of them. Only the
 * first open message of an application, its head, can be claimed, so the order is kept and the cost
 * of a claim does not depend on the number of waiting messages. The attempt is counted and the
 * lease is committed before anything is sent. A result is recorded only while the lease is still
 * that of the claim, so a process that was frozen cannot overwrite the result of another process.
 */
@Singleton
class OutboxClaims {

  private static final String OPEN = "sent_at IS NULL AND parked_at IS NULL";

  /** The condition that message {@code o} has to wait for an earlier one. */
  private static final String FOLLOWS =
      """
      EXISTS (SELECT FROM outbox earlier
        WHERE earlier.account_id = o.account_id AND earlier.bucket = o.bucket
          AND earlier.aggregateid = o.aggregateid AND earlier.step < o.step
          AND earlier.aggregatetype = o.aggregatetype
          AND earlier.sent_at IS NULL AND earlier.parked_at IS NULL)""";

  /**
   * Skips rows that another claim has locked; rows that it has just claimed are not due any more.
   */
  static final String CLAIM =
      """
      WITH due AS MATERIALIZED (
        SELECT id, account_id, bucket FROM outbox
        WHERE aggregatetype = ? AND sent_at IS NULL AND parked_at IS NULL AND head
          AND next_attempt_at <= statement_timestamp()
        ORDER BY next_attempt_at LIMIT ?
        FOR UPDATE SKIP LOCKED)
      UPDATE outbox o
      SET attempts = attempts + 1, lease = ?,
        next_attempt_at = statement_timestamp() + make_interval(secs => ?)
      FROM due
      WHERE o.id = due.id AND o.account_id = due.account_id AND o.bucket = due.bucket
      RETURNING o.id, aggregateid, type, payload::text, created_at, attempts,
        attempts = 1 AND last_error IS NULL, deferrals, traceparent,
      """
          + FOLLOWS;

  /** Undoes the claim of a follower that version N-1, which knows no heads, wrote as a head. */
  static final String STEP_BACK =
      "UPDATE outbox o SET head = false, lease = NULL, attempts = attempts - 1,"
          + " next_attempt_at = statement_timestamp() WHERE id = ANY (?) AND "
          + FOLLOWS;

  private static final String MINE = " AND lease = ? AND " + OPEN;

  static final String SENT =
      "UPDATE outbox SET sent_at = statement_timestamp(), lease = NULL, last_error = NULL"
          + " WHERE id = ANY (?)"
          + MINE
          + " RETURNING id";

  /** Sets {@code sent_at} for dropped messages, too, because version N-1 knows only that column. */
  static final String DROPPED =
      "UPDATE outbox SET sent_at = statement_timestamp(), dropped = true, lease = NULL,"
          + " last_error = ? WHERE id = ?"
          + MINE;

  static final String PARKED =
      "UPDATE outbox SET parked_at = statement_timestamp(), lease = NULL, last_error = ?"
          + " WHERE id = ?"
          + MINE;

  static final String FAILED =
      "UPDATE outbox SET lease = NULL, last_error = ?,"
          + " next_attempt_at = statement_timestamp() + make_interval(secs => ?) WHERE id = ?"
          + MINE;

  static final String UNAVAILABLE =
      "UPDATE outbox SET lease = NULL, attempts = attempts - 1, deferrals = deferrals + ?,"
          + " last_error = ?, next_attempt_at = statement_timestamp() + make_interval(secs => ?)"
          + " WHERE id = ?"
          + MINE;

  /** Runs in the transaction that has just closed the message and so has locked its row. */
  static final String REMARK = "UPDATE outbox SET last_error = ? WHERE id = ?";

  /**
   * Runs in a statement of its own after the one that closed a message. A transaction that appends
   * a message locks the last open one, so the snapshot of this statement contains every message
   * behind the closed one.
   */
  static final String NEXT =
      """
      UPDATE outbox SET head = true
      WHERE NOT head AND sent_at IS NULL AND parked_at IS NULL AND id IN (
        SELECT DISTINCT ON (aggregateid) id FROM outbox
        WHERE aggregatetype = ? AND aggregateid = ANY (?)
          AND sent_at IS NULL AND parked_at IS NULL
        ORDER BY aggregateid, step)""";

  static final String FOLLOWERS =
      "SELECT id, NOT "
          + FOLLOWS
          + " FROM outbox o WHERE aggregatetype = ? AND sent_at IS NULL AND parked_at IS NULL"
          + " AND NOT head AND id > ? ORDER BY id LIMIT ?";

  static final String HEAD_AFTER_ALL =
      "UPDATE outbox o SET head = true WHERE id = ANY (?) AND NOT " + FOLLOWS;

  /**
   * Claims messages that are due, those that have waited longest first, and returns them.
   *
   * @param lease the id of the claim, with which results are recorded
   * @param time how long the messages are reserved for this claim
   * @param limit the greatest number of messages
   */
  List<OutboxMessage> claim(
      Connection connection, String destination, UUID lease, Duration time, int limit)
      throws SQLException {
    List<Claimed> claimed =
        Sql.query(
            connection, CLAIM, OutboxClaims::claimed, destination, limit, lease, seconds(time));
    List<UUID> followers =
        claimed.stream().filter(Claimed::follows).map(each -> each.message().id()).toList();
    if (!followers.isEmpty()) {
      Sql.update(connection, STEP_BACK, (Object) array(followers));
    }
    return claimed.stream().filter(each -> !each.follows()).map(Claimed::message).toList();
  }

  private record Claimed(OutboxMessage message, boolean follows) {}

  private static Claimed claimed(ResultSet row) throws SQLException {
    return new Claimed(
        new OutboxMessage(
            row.getObject(1, UUID.class),
            row.getString(2),
            row.getString(3),
            row.getString(4),
            row.getObject(5, OffsetDateTime.class).toInstant(),
            row.getInt(6),
            row.getBoolean(7),
            row.getInt(8),
            row.getString(9)),
        row.getBoolean(10));
  }

  /** Closes messages as sent, and returns the ids of those whose lease was still valid. */
  Set<UUID> sent(Connection connection, Collection<UUID> ids, UUID lease) throws SQLException {
    return new HashSet<>(
        Sql.query(connection, SENT, row -> row.getObject(1, UUID.class), array(ids), lease));
  }

  /**
   * Closes a message as dropped. Like the methods below, this returns false and changes nothing if
   * another claim has taken the message.
   */
  boolean dropped(Connection connection, UUID id, UUID lease, String reason) throws SQLException {
    return Sql.update(connection, DROPPED, reason, id, lease) == 1;
  }

  boolean park(Connection connection, UUID id, UUID lease, String error) throws SQLException {
    return Sql.update(connection, PARKED, error, id, lease) == 1;
  }

  boolean failed(Connection connection, UUID id, UUID lease, String error, Duration pause)
      throws SQLException {
    return Sql.update(connection, FAILED, error, seconds(pause), id, lease) == 1;
  }

  /**
   * Returns a message to the queue without counting the attempt.
   *
   * @param deferred whether the message's own pause grows
   */
  boolean unavailable(
      Connection connection, UUID id, UUID lease, String error, Duration pause, boolean deferred)
      throws SQLException {
    return Sql.update(connection, UNAVAILABLE, deferred ? 1 : 0, error, seconds(pause), id, lease)
        == 1;
  }

  void remark(Connection connection, UUID id, String remark) throws SQLException {
    Sql.update(connection, REMARK, remark, id);
  }

  /** Makes the next open message of each application the head, if there is one. */
  void next(Connection connection, String destination, Collection<String> aggregateIds)
      throws SQLException {
    Sql.update(connection, NEXT, destination, List.copyOf(aggregateIds));
  }

  /**
   * Makes followers heads if the message before them has been closed by version N-1, which does not
   * do that itself. Each call examines a part of the followers.
   *
   * @param after the last id that was examined before
   * @param limit the greatest number of followers to examine
   * @return the last id that was examined now; null at the end
   */
  UUID findHeads(Connection connection, String destination, UUID after, int limit)
      throws SQLException {
    List<Follower> followers =
        Sql.query(
            connection,
            FOLLOWERS,
            row -> new Follower(row.getObject(1, UUID.class), row.getBoolean(2)),
            destination,
            after,
            limit);
    List<UUID> heads = followers.stream().filter(Follower::isHead).map(Follower::id).toList();
    if (!heads.isEmpty()) {
      Sql.update(connection, HEAD_AFTER_ALL, (Object) array(heads));
    }
    return followers.size() < limit ? null : followers.get(limit - 1).id();
  }

  private record Follower(UUID id, boolean isHead) {}

  private static UUID[] array(Collection<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
