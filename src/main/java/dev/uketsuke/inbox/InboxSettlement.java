package dev.uketsuke.inbox;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** The statements by which a person closes a message in that did not take effect. */
@Singleton
public class InboxSettlement {

  static final String FIND = "SELECT subject, state, note FROM inbox WHERE id = ?";

  static final String SETTLE =
      """
      UPDATE inbox SET state = 'SETTLED', retry_at = NULL, note = ?, settled_at = statement_timestamp()
      WHERE id = ? AND state IN ('WAITING', 'PARKED')""";

  /**
   * A message as a person finds it.
   *
   * @param subject what it is about; need not exist
   * @param note of the person who settled it; null otherwise
   */
  public record Held(UUID subject, InboxState state, String note) {}

  /** The message with our id; empty if there is none. */
  public Optional<Held> find(Connection connection, UUID id) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(FIND)) {
      select.setObject(1, id);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Held(
                    row.getObject(1, UUID.class),
                    InboxState.valueOf(row.getString(2)),
                    row.getString(3)))
            : Optional.empty();
      }
    }
  }

  /**
   * Settles it.
   *
   * @return false if it is not open, or no longer
   */
  public boolean settle(Connection connection, UUID id, String note) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(SETTLE)) {
      update.setString(1, note);
      update.setObject(2, id);
      return update.executeUpdate() == 1;
    }
  }
}
