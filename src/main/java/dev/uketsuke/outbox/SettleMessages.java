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
 * Closes parked messages by hand, with a note, where nobody wants them to be sent any more.
 *
 * <p>Guarantee: only parked ones, and each once; a message that is on its way or was sent stays as
 * it is. The note stands where the reason of a dropped message stands.
 */
@Singleton
class SettleMessages {

  private static final Logger LOG = Logger.getLogger(SettleMessages.class);

  /** A request must end while somebody waits for it. */
  private static final int MOST = 100;

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
   * What was done.
   *
   * @param settled how many messages were settled now
   * @param more whether there are more that fit the filter
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "SettledMessages")
  record Settled(
      @Schema(required = true, description = "How many were settled now.") int settled,
      @Schema(required = true, description = "Whether more fit the filter: send it again.")
          boolean more) {}

  /**
   * Settles one message.
   *
   * @param note what the person has to say
   * @return empty if there is no such message
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  Optional<SettlementOutcome> settle(UUID id, String note) {
    Optional<SettlementOutcome> resolution =
        transactions.run(connection -> settle(connection, id, note));
    resolution.ifPresent(done -> LOG.infof("message %s resolution %s", id, done));
    return resolution;
  }

  private static Optional<SettlementOutcome> settle(Connection connection, UUID id, String note)
      throws SQLException {
    return Sql.update(connection, SETTLE, note, id) == 1
        ? Optional.of(SettlementOutcome.SETTLED)
        : Sql.one(connection, FIND, row -> SettlementOutcome.again(note, row.getString(1)), id);
  }

  /** Settles the parked messages that a filter means, the newest first, at most 100. */
  Settled settleAll(MessageFilter.Condition condition, String note) {
    List<UUID> parked = listMessages.parked(condition, BEYOND_ALL, MOST + 1);
    int settled = 0;
    for (UUID id : parked.subList(0, Math.min(MOST, parked.size()))) {
      settled += settle(id, note).equals(Optional.of(SettlementOutcome.SETTLED)) ? 1 : 0;
    }
    return new Settled(settled, parked.size() > MOST);
  }
}
