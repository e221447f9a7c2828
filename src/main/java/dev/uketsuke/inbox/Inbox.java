package dev.uketsuke.inbox;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
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
      INSERT INTO inbox (id, source, message_id, variant, type, subject, data, digest, state, reason)
      VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT inbox_source_message DO NOTHING""";

  static final String DIGEST =
      "SELECT digest FROM inbox WHERE source = ? AND message_id = ? AND variant = ''";

  static final String OPEN =
      """
      SELECT id, type, data::text FROM inbox
      WHERE subject = ? AND state <> 'APPLIED' AND variant = ''
        AND (state = 'WAITING' OR state = 'PARKED' AND reason = 'APPLICATION_UNKNOWN')
      ORDER BY received_at, id""";

  static final String DECIDE =
      "UPDATE inbox SET state = ?, reason = ? WHERE id = ? AND state <> 'SETTLED'";

  static final String STATE =
      "SELECT state FROM inbox WHERE source = ? AND message_id = ? AND variant = ''";

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
   * Receives.
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

  /** What may still be applied to the subject, in the order of receipt. */
  public List<OpenMessage> open(Connection connection, UUID subject) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(OPEN)) {
      select.setObject(1, subject);
      List<OpenMessage> open = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          open.add(
              new OpenMessage(row.getObject(1, UUID.class), row.getString(2), row.getString(3)));
        }
      }
      return open;
    }
  }

  /**
   * Writes down what came of a message.
   *
   * @param reason why it is parked; null otherwise
   */
  public void decide(Connection connection, UUID id, InboxState state, String reason)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(DECIDE)) {
      update.setString(1, state.name());
      update.setString(2, reason);
      update.setObject(3, id);
      update.executeUpdate();
    }
  }

  /** What has come of a message that was received. */
  public InboxState state(Connection connection, InboxMessage message) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(STATE)) {
      select.setString(1, message.source());
      select.setString(2, message.id());
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return InboxState.valueOf(row.getString(1));
      }
    }
  }

  private boolean insert(
      Connection connection, InboxMessage message, byte[] variant, InboxState state, String reason)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, ids.generate());
      insert.setString(2, message.source());
      insert.setString(3, message.id());
      insert.setBytes(4, variant);
      insert.setString(5, message.type());
      insert.setObject(6, message.subject());
      insert.setString(7, message.data());
      insert.setBytes(8, message.digest());
      insert.setString(9, state.name());
      insert.setString(10, reason);
      return insert.executeUpdate() == 1;
    }
  }

  /** Empty if the retention job took the row away this very moment: then it differs. */
  private static byte[] digest(Connection connection, InboxMessage message) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(DIGEST)) {
      select.setString(1, message.source());
      select.setString(2, message.id());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getBytes(1) : COUNTS;
      }
    }
  }
}
