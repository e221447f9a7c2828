package dev.uketsuke.inbox;

import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** Settles received messages that did not take effect, when a person asks for it. */
@Singleton
public class InboxSettlement {

  static final String FIND = "SELECT subject, state, note FROM inbox WHERE id = ?";

  static final String SETTLE =
      """
      UPDATE inbox SET state = 'SETTLED', retry_at = NULL, note = ?, settled_at = statement_timestamp()
      WHERE id = ? AND state IN ('WAITING', 'PARKED')""";

  /**
   * A received message, as far as settling needs it.
   *
   * @param subject the id of the application that the message is about; it need not exist
   * @param note the note of the person who settled the message; null if it is not settled
   */
  public record Held(UUID subject, InboxState state, String note) {}

  /** Returns the message with our id; empty if there is none. */
  public Optional<Held> find(Connection connection, UUID id) throws SQLException {
    return Sql.one(
        connection,
        FIND,
        row ->
            new Held(
                row.getObject(1, UUID.class),
                InboxState.valueOf(row.getString(2)),
                row.getString(3)),
        id);
  }

  /** Settles a message and returns true; returns false if the message is not open any more. */
  public boolean settle(Connection connection, UUID id, String note) throws SQLException {
    return Sql.update(connection, SETTLE, note, id) == 1;
  }
}
