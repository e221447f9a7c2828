package dev.uketsuke.outbox;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.database.AfterCommit;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Takes messages to the outside, in the transaction of the change they tell of.
 *
 * <p>Guarantee: the message exists if and only if the change was committed. It gets its id here,
 * once, so that every attempt to send it carries the same (P9).
 */
@Singleton
public class Outbox {

  static final String APPEND =
      """
      INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload)
      VALUES (?, ?, ?, ?, ?::jsonb)""";

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();
  private final WakeRelay wakeRelay;

  Outbox(WakeRelay wakeRelay) {
    this.wakeRelay = wakeRelay;
  }

  /**
   * One message.
   *
   * @param aggregateType what it is about, and so where it goes, for example {@code application}
   * @param aggregateId messages about the same one are sent in order
   * @param type what it says, for example {@code application.paid}
   * @param payload JSON text
   */
  public record Message(String aggregateType, String aggregateId, String type, String payload) {}

  /**
   * Appends a message.
   *
   * @param connection of the transaction that makes the change
   * @return the message's id, UUIDv7
   */
  public UUID append(Connection connection, Message message) throws SQLException {
    UUID id = ids.generate();
    try (PreparedStatement insert = connection.prepareStatement(APPEND)) {
      insert.setObject(1, id);
      insert.setString(2, message.aggregateType());
      insert.setString(3, message.aggregateId());
      insert.setString(4, message.type());
      insert.setString(5, message.payload());
      insert.executeUpdate();
    }
    AfterCommit.add(() -> wakeRelay.wake(message.aggregateType()));
    return id;
  }
}
