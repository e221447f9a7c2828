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
 * Remembers which messages were received, in the transaction that applies them.
 *
 * <p>Guarantee: of any number of deliveries of a message one is new, the others are repetitions
 * (P9); if the transaction fails, nothing is remembered, and the redelivery is the first. Rules out
 * a message taken for seen that never took effect, and one that takes effect twice.
 */
@Singleton
public class Inbox {

  /** Why a message is parked that says something else than an earlier one of the same name. */
  public static final String CONTRADICTION = "CONTRADICTS_EARLIER";

  /** Why a message is parked whose subject does not exist; it is applied should it appear. */
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

  /** The attempt is counted before it is made, so that one which ends the process counts, too. */
  static final String CLAIM =
      """
      WITH due AS (
        SELECT id FROM inbox
        WHERE retry_at <= statement_timestamp() AND state IN ('WAITING', 'PARKED')
        ORDER BY retry_at LIMIT ? FOR UPDATE SKIP LOCKED)
      UPDATE inbox i SET attempts = attempts + 1,
        retry_at = statement_timestamp()
          + least(interval '5 minutes', interval '1 second' * power(2, least(attempts, 9)))
      FROM due WHERE i.id = due.id RETURNING i.subject""";

  private static final byte[] COUNTS = {};

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();

  /** What a delivery is. */
  public enum Receipt {
    /** The first of its name; it is {@link InboxState#WAITING} now. */
    NEW,
    /** The same as one received before. */
    DUPLICATE,
    /** Of the same name as one received before, and other content: parked. */
    CONTRADICTION
  }

  /**
   * Receives a message and returns what the delivery is.
   *
   * @param connection of the transaction that applies the message
   * @throws SQLException also if a rival delivery holds the name for longer than {@code
   *     lock_timeout}
   */
  public Receipt receive(Connection connection, InboxMessage message) throws SQLException {
    if (insert(connection, message, COUNTS, InboxState.WAITING, null)) {
      return Receipt.NEW;
    }
    if (Arrays.equals(digest(connection, message), message.digest())) {
      return Receipt.DUPLICATE;
    }
    insert(connection, message, message.digest(), InboxState.PARKED, CONTRADICTION);
    return Receipt.CONTRADICTION;
  }

  /**
   * Receives a message whose subject cannot be had at the moment, and plans another attempt.
   *
   * @param connection of a transaction that does nothing else
   */
  public Receipt keep(Connection connection, InboxMessage message) throws SQLException {
    Receipt receipt = receive(connection, message);
    Sql.update(connection, DEFER, message.source(), message.id());
    return receipt;
  }

  /** Checks whether an earlier message about the subject is planned to be tried again. */
  public boolean isDeferred(Connection connection, UUID subject) throws SQLException {
    return Sql.exists(connection, IS_DEFERRED, subject);
  }

  /**
   * Claims messages that are due to be tried again, and plans the attempt after this one: from a
   * second, doubled each time, up to five minutes.
   *
   * @return the subjects, each once
   */
  public List<UUID> claim(Connection connection, int limit) throws SQLException {
    return Sql.query(connection, CLAIM, row -> row.getObject("subject", UUID.class), limit).stream()
        .distinct()
        .toList();
  }

  /** Returns what may still be applied to the subject, in the order of receipt. */
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
   * Records what came of a message; it is not tried again by itself then.
   *
   * @param reason why it is parked; null otherwise
   */
  public void decide(Connection connection, UUID id, InboxState state, String reason)
      throws SQLException {
    Sql.update(connection, DECIDE, state, reason, id);
  }

  /** Returns what has come of a message that was received. */
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

  /** Returns an empty digest, which differs, if the retention job removes the row meanwhile. */
  private static byte[] digest(Connection connection, InboxMessage message) throws SQLException {
    return Sql.one(
            connection, DIGEST, row -> row.getBytes("digest"), message.source(), message.id())
        .orElse(COUNTS);
  }
}
