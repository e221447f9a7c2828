package dev.uketsuke.payments;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.payments.ContradictionTable.Contradiction;
import dev.uketsuke.settlement.SettlementOutcome;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Settles a payment event that is unmatched or waits, or a contradiction, when a person asks for
 * it.
 *
 * <p>Guarantee: an event is settled once, with one note, which is also added to the application's
 * history. A settled event is never applied afterwards.
 */
@Singleton
class SettlePayment {

  private static final Logger LOG = Logger.getLogger(SettlePayment.class);

  private final Transactions transactions;
  private final PaymentTable table;
  private final ContradictionTable contradictions;
  private final Applications applications;
  private final MatchPayments matchPayments;

  SettlePayment(
      Transactions transactions,
      PaymentTable table,
      ContradictionTable contradictions,
      Applications applications,
      MatchPayments matchPayments) {
    this.transactions = transactions;
    this.table = table;
    this.contradictions = contradictions;
    this.applications = applications;
    this.matchPayments = matchPayments;
  }

  /**
   * Settles one event or contradiction and returns the outcome.
   *
   * @param id our id of the event or contradiction
   * @param note the person's note
   * @return the outcome; empty if there is no such event
   * @throws dev.uketsuke.database.DatabaseException if nothing was changed or the outcome is
   *     unknown
   */
  Optional<SettlementOutcome> settle(UUID id, String note) {
    Optional<SettlementOutcome> outcome = transactions.run(c -> settle(c, id, note));
    outcome.ifPresent(done -> LOG.infof("Settling a payment event: %s payment=%s", done, id));
    return outcome;
  }

  private Optional<SettlementOutcome> settle(Connection connection, UUID id, String note)
      throws SQLException {
    Optional<PaymentRecord> payment = table.find(connection, id);
    if (payment.isPresent()) {
      return Optional.of(settle(connection, payment.get(), note));
    }
    Optional<Contradiction> contradiction = contradictions.find(connection, id);
    return contradiction.isPresent()
        ? Optional.of(settle(connection, contradiction.get(), note))
        : Optional.empty();
  }

  private SettlementOutcome settle(Connection connection, PaymentRecord found, String note)
      throws SQLException {
    table.lock(connection, found.transactionId());
    applications.lock(connection, found.applicationId());
    // The event is read again, because only under the locks can no other transaction change it.
    PaymentRecord payment = table.find(connection, found.id()).orElseThrow();
    return switch (payment.state()) {
      case WAITING, UNMATCHED -> {
        if (!table.settle(connection, payment.id(), note)) {
          throw new IllegalStateException("Payment " + payment.id() + " changed under its lock.");
        }
        applications.note(connection, payment.applicationId(), Actor.STAFF, note);
        // A refund that waited for this payment can be decided now.
        matchPayments.moved(connection, payment.applicationId());
        yield SettlementOutcome.SETTLED;
      }
      case SETTLED -> SettlementOutcome.again(note, payment.note());
      case APPLIED -> SettlementOutcome.NOT_OPEN;
    };
  }

  private SettlementOutcome settle(Connection connection, Contradiction found, String note)
      throws SQLException {
    table.lock(connection, found.transactionId());
    if (!contradictions.settle(connection, found.id(), note)) {
      Contradiction settled = contradictions.find(connection, found.id()).orElseThrow();
      return SettlementOutcome.again(note, settled.note());
    }
    applications.note(connection, found.applicationId(), Actor.STAFF, note);
    return SettlementOutcome.SETTLED;
  }
}
