package dev.uketsuke.warehouse;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.inbox.InboxSettlement;
import dev.uketsuke.inbox.InboxSettlement.Held;
import dev.uketsuke.settlement.SettlementOutcome;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Settles an event that is parked or waits, when a person asks for it.
 *
 * <p>Guarantee: an event is settled once, with one note, which is also added to the application's
 * history. A settled event is never applied afterwards, even if it comes again.
 */
@Singleton
class SettleEvent {

  private static final Logger LOG = Logger.getLogger(SettleEvent.class);

  private final Transactions transactions;
  private final InboxSettlement inbox;
  private final Applications applications;

  SettleEvent(Transactions transactions, InboxSettlement inbox, Applications applications) {
    this.transactions = transactions;
    this.inbox = inbox;
    this.applications = applications;
  }

  /**
   * Settles one event and returns the outcome; empty if there is no such event.
   *
   * @param id our id of the event
   * @param note the person's note
   * @throws dev.uketsuke.database.DatabaseException if nothing was changed, or the outcome is
   *     unknown
   */
  Optional<SettlementOutcome> settle(UUID id, String note) {
    Optional<SettlementOutcome> outcome = transactions.run(c -> settle(c, id, note));
    outcome.ifPresent(done -> LOG.infof("Settling an event: %s event=%s", done, id));
    return outcome;
  }

  private Optional<SettlementOutcome> settle(Connection connection, UUID id, String note)
      throws SQLException {
    Optional<Held> found = inbox.find(connection, id);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    // The application is locked before the event, in the same order as by a move that applies it.
    applications.lock(connection, found.get().subject());
    if (inbox.settle(connection, id, note)) {
      applications.note(connection, found.get().subject(), Actor.STAFF, note);
      return Optional.of(SettlementOutcome.SETTLED);
    }
    // The event is read again, because it may have changed until now or have been removed.
    return inbox.find(connection, id).map(event -> SettlementOutcome.again(note, event.note()));
  }
}
