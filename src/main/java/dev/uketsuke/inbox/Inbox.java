package dev.uketsuke.inbox;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * Records received messages in the transaction that applies them, so that each takes effect at most
 * once.
 *
 * <p>Guarantee: however often a message is received, it is new once and a repetition otherwise
 * (P9). If the transaction fails nothing is recorded, and the message is new when it comes again. A
 * message is therefore neither lost nor applied twice.
 */
@Singleton
public class Inbox {

  /** The reason of a parked message that differs from an earlier one of the same source and id. */
  public static final String CONTRADICTION = "CONTRADICTS_EARLIER";

  /** The reason of a parked message about an unknown application; it is applied if that appears. */
  public static final String UNKNOWN_SUBJECT = "APPLICATION_UNKNOWN";

  static final String INSERT =
      """
      INSERT INTO inbox (
        id, source, message_id, variant, type, subject, data, digest, state, reason, traceparent)
      VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT inbox_source_message DO NOTHING""";

  static final String DIGEST =
      "SELECT digest FROM inbox WHERE source = ? AND message_id = ? AND variant = ''";

  static final String OPEN =
      """
      SELECT id, type, data::text, traceparent FROM inbox
      WHERE subject = ? AND state <> 'APPLIED' AND variant = ''
        AND (state = 'WAITING' OR state = 'PARKED' AND reason = 'APPLICATION_UNKNOWN')
      ORDER BY received_at, id""";

  static final String DECIDE =
      "UPDATE inbox SET state = ?, reason = ?, retry_at = NULL WHERE id = ? AND state <> 'SETTLED'";

  static final String STATE =
      "SELECT state FROM inbox WHERE source = ? AND message_id = ? AND variant = ''";

  static final String DEFER =
      """
      UPDATE inbox SET retry_at = statement_timestamp() + interval '1 second'
      WHERE source = ? AND message_id = ? AND variant = '' AND state = 'WAITING'
        AND retry_at IS NULL""";

  static final String IS_DEFERRED =
      "SELECT 1 FROM inbox WHERE subject = ? AND state <> 'APPLIED' AND retry_at IS NOT NULL";

  static final String DUE =
      """
      SELECT subject FROM inbox
      WHERE retry_at <= statement_timestamp() AND state IN ('WAITING', 'PARKED')
      ORDER BY retry_at LIMIT ?""";

  /**
   * Counts the attempt before it is made, so that an attempt which ends the process counts, too. Of
   * two processes one changes the rows; the other then finds that they are not due any more.
   */
  static final String CLAIM =
      """
      UPDATE inbox SET attempts = attempts + 1,
        retry_at = statement_timestamp()
          + least(interval '5 minutes', interval '1 second' * power(2, least(attempts, 9)))
      WHERE subject = ? AND retry_at <= statement_timestamp() AND state IN ('WAITING', 'PARKED')""";

  /** The variant of the message that was received first; others have their digest as variant. */
  private static final byte[] ORIGINAL = {};

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();

  /** How a received message relates to those that were received before. */
  public enum Reception {
    /** The message is the first of its source and id; it is {@link InboxState#WAITING} now. */
    NEW,
    /** The same message was received before. */
    DUPLICATE,
    /**
     * A message with the same source and id and other content was received before; it is parked.
     */
    CONTRADICTION
  }

  /**
   * Records a message and returns how it relates to those that were received before.
   *
   * @param connection the connection of the transaction that applies the message
   * @throws SQLException if a statement failed, or another transaction that receives the same
   *     message held it for longer than {@code lock_timeout}
   */
  public Reception receive(Connection connection, InboxMessage message) throws SQLException {
    if (insert(connection, message, ORIGINAL, InboxState.WAITING, null)) {
      return Reception.NEW;
    }
    if (Arrays.equals(digest(connection, message), message.digest())) {
      return Reception.DUPLICATE;
    }
    insert(connection, message, message.digest(), InboxState.PARKED, CONTRADICTION);
    return Reception.CONTRADICTION;
  }

  /**
   * Records a message whose application is locked at the moment, and plans another attempt.
   *
   * @param connection the connection of a transaction that does nothing else
   */
  public Reception keep(Connection connection, InboxMessage message) throws SQLException {
    Reception reception = receive(connection, message);
    Sql.update(connection, DEFER, message.source(), message.id());
    return reception;
  }

  /** Checks whether another attempt is planned for an earlier message about the subject. */
  public boolean isDeferred(Connection connection, UUID subject) throws SQLException {
    return Sql.exists(connection, IS_DEFERRED, subject);
  }

  /**
   * Returns the subjects of messages that are due to be tried again, each once.
   *
   * @param limit the number of messages to read
   */
  public List<UUID> due(Connection connection, int limit) throws SQLException {
    return Sql.query(connection, DUE, row -> row.getObject("subject", UUID.class), limit).stream()
        .distinct()
        .toList();
  }

  /**
   * Claims the messages about a subject that are due to be tried again, and plans the attempt after
   * this one. The pause begins with a second and doubles up to five minutes.
   *
   * @return false if another process has claimed them
   */
  public boolean claim(Connection connection, UUID subject) throws SQLException {
    return Sql.update(connection, CLAIM, subject) > 0;
  }

  /** Returns the messages that may still be applied to the subject, in the order of receipt. */
  public List<OpenMessage> open(Connection connection, UUID subject) throws SQLException {
    return Sql.query(
        connection,
        OPEN,
        row ->
            new OpenMessage(
                row.getObject("id", UUID.class),
                row.getString("type"),
                row.getString("data"),
                row.getString("traceparent")),
        subject);
  }

  /**
   * Records the state of a message and cancels planned attempts.
   *
   * @param reason why the message is parked; null otherwise
   */
  public void decide(Connection connection, UUID id, InboxState state, String reason)
      throws SQLException {
    Sql.update(connection, DECIDE, state, reason, id);
  }

  /** Returns the state of a message that was received. */
  public InboxState state(Connection connection, InboxMessage message) throws SQLException {
    return Sql.one(
            connection,
            STATE,
            row -> InboxState.valueOf(row.getString("state")),
            message.source(),
            message.id())
        .orElseThrow();
  }

  private boolean insert(
      Connection connection, InboxMessage message, byte[] variant, InboxState state, String reason)
      throws SQLException {
    return Sql.update(
            connection,
            INSERT,
            parameters ->
                parameters
                    .add(ids.generate())
                    .add(message.source())
                    .add(message.id())
                    .add(variant)
                    .add(message.type())
                    .add(message.subject())
                    .add(message.data())
                    .add(message.digest())
                    .add(state.name())
                    .add(reason)
                    .add(message.traceparent()))
        == 1;
  }

  /** Returns the recorded digest; an empty one if the retention job has just removed the row. */
  private static byte[] digest(Connection connection, InboxMessage message) throws SQLException {
    return Sql.one(
            connection, DIGEST, row -> row.getBytes("digest"), message.source(), message.id())
        .orElse(new byte[0]);
  }
}
