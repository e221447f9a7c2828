package dev.uketsuke.outbox;

import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Takes a parked message up again, with its old id and all its attempts before it.
 *
 * <p>Guarantee: only a parked one; what is sent stays sent, and what is on its way is left alone.
 */
@Singleton
public class ResendMessage {

  private static final Logger LOG = Logger.getLogger(ResendMessage.class);

  static final String TAKE_UP =
      """
      UPDATE outbox SET parked_at = NULL, attempts = 0, next_attempt_at = clock_timestamp()
      WHERE id = ? AND parked_at IS NOT NULL""";

  static final String IS_SENT = "SELECT sent_at IS NOT NULL FROM outbox WHERE id = ?";

  /** What became of the wish. */
  public enum Resending {
    /** It is on its way again. */
    TAKEN_UP,
    /** It is on its way already. */
    PENDING,
    /** The far side has it. */
    SENT
  }

  private final Transactions transactions;

  ResendMessage(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Resends.
   *
   * @return empty if there is no such message
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  public Optional<Resending> resend(UUID id) {
    Optional<Resending> resending = transactions.run(connection -> resend(connection, id));
    resending.ifPresent(done -> LOG.infof("message %s to be sent again: %s", id, done));
    return resending;
  }

  private static Optional<Resending> resend(Connection connection, UUID id) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(TAKE_UP)) {
      update.setObject(1, id);
      if (update.executeUpdate() == 1) {
        return Optional.of(Resending.TAKEN_UP);
      }
    }
    try (PreparedStatement select = connection.prepareStatement(IS_SENT)) {
      select.setObject(1, id);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(row.getBoolean(1) ? Resending.SENT : Resending.PENDING)
            : Optional.empty();
      }
    }
  }
}
