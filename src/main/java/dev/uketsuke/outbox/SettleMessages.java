package dev.uketsuke.outbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.settlement.SettlementOutcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.logging.Logger;

/**
 * Settles parked messages, which closes them without sending them, when a person asks for it.
 *
 * <p>Guarantee: only parked messages are settled, each once, with one note; pending and sent
 * messages stay as they are. The note is stored in {@code last_error}, like the reason of a dropped
 * message.
 */
@Singleton
class SettleMessages {

  private static final Logger LOG = Logger.getLogger(SettleMessages.class);

  /**
   * The greatest number of messages in one request, so that the client does not wait for too long.
   */
  private static final int MAX_MESSAGES = 100;

  private static final UUID BEYOND_ALL = new UUID(-1L, -1L);

  static final String SETTLE =
      """
      UPDATE outbox SET sent_at = statement_timestamp(), dropped = true, parked_at = NULL,
        last_error = ?
      WHERE id = ? AND parked_at IS NOT NULL""";

  static final String FIND =
      "SELECT CASE WHEN dropped THEN coalesce(last_error, '') ELSE '' END FROM outbox WHERE id = ?";

  private final Transactions transactions;
  private final ListMessages listMessages;

  SettleMessages(Transactions transactions, ListMessages listMessages) {
    this.transactions = transactions;
    this.listMessages = listMessages;
  }

  /**
   * The result of a request.
   *
   * @param settled the number of messages that were settled now
   * @param more whether more parked messages match the filter
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "SettledMessages")
  record Settled(
      @Schema(required = true, description = "The number of messages that were settled now.")
          int settled,
      @Schema(
              required = true,
              description =
                  "Whether more messages match the filter; if so, send the request again.")
          boolean more) {}

  /**
   * Settles one message and returns the outcome; empty if there is no such message.
   *
   * @param note the person's note
   * @throws dev.uketsuke.database.DatabaseException if nothing was changed, or the outcome is
   *     unknown
   */
  Optional<SettlementOutcome> settle(UUID id, String note) {
    Optional<SettlementOutcome> outcome =
        transactions.run(connection -> settle(connection, id, note));
    outcome.ifPresent(done -> LOG.infof("Settling message %s: %s", id, done));
    return outcome;
  }

  private static Optional<SettlementOutcome> settle(Connection connection, UUID id, String note)
      throws SQLException {
    return Sql.update(connection, SETTLE, note, id) == 1
        ? Optional.of(SettlementOutcome.SETTLED)
        : Sql.one(connection, FIND, row -> SettlementOutcome.again(note, row.getString(1)), id);
  }

  /** Settles parked messages that match a filter, the newest first, at most 100. */
  Settled settleAll(MessageFilter.Condition condition, String note) {
    List<UUID> parked = listMessages.parked(condition, BEYOND_ALL, MAX_MESSAGES + 1);
    int settled = 0;
    for (UUID id : parked.subList(0, Math.min(MAX_MESSAGES, parked.size()))) {
      settled += settle(id, note).equals(Optional.of(SettlementOutcome.SETTLED)) ? 1 : 0;
    }
    return new Settled(settled, parked.size() > MAX_MESSAGES);
  }
}
