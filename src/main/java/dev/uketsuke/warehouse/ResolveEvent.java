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
 * Settles by hand an event that fits nothing, or waits for something that will not come.
 *
 * <p>Guarantee: settled once, with one note, which also stands in the application's history; what
 * is settled is never applied afterwards, however often it is delivered.
 */
@Singleton
class ResolveEvent {

  private static final Logger LOG = Logger.getLogger(ResolveEvent.class);

  private final Transactions transactions;
  private final InboxSettlement inbox;
  private final Applications applications;

  ResolveEvent(Transactions transactions, InboxSettlement inbox, Applications applications) {
    this.transactions = transactions;
    this.inbox = inbox;
    this.applications = applications;
  }

  /**
   * Resolves.
   *
   * @param id the event's, ours
   * @param note what the person has to say
   * @return what became of it, or empty if there is no such event
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  Optional<SettlementOutcome> resolve(UUID id, String note) {
    Optional<SettlementOutcome> resolution = transactions.run(c -> resolve(c, id, note));
    resolution.ifPresent(done -> LOG.infof("event resolution %s event=%s", done, id));
    return resolution;
  }

  private Optional<SettlementOutcome> resolve(Connection connection, UUID id, String note)
      throws SQLException {
    Optional<Held> found = inbox.find(connection, id);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    // Before the event's own row: a move that applies it takes them in this order, too.
    applications.lock(connection, found.get().subject());
    if (inbox.settle(connection, id, note)) {
      applications.note(connection, found.get().subject(), Actor.STAFF, note);
      return Optional.of(SettlementOutcome.SETTLED);
    }
    // Read again: only now does it stand still. The retention job may have taken it away.
    return inbox.find(connection, id).map(event -> SettlementOutcome.again(note, event.note()));
  }
}
