package dev.uketsuke.payments;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.settlement.Resolution;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Settles by hand a payment that fits nothing, or waits for something that will not come.
 *
 * <p>Guarantee: settled once, with one note, which also stands in the application's history; what
 * is settled is never applied afterwards.
 */
@Singleton
class ResolvePayment {

  private static final Logger LOG = Logger.getLogger(ResolvePayment.class);

  private final Transactions transactions;
  private final PaymentTable table;
  private final Applications applications;
  private final MatchPayments matchPayments;

  ResolvePayment(
      Transactions transactions,
      PaymentTable table,
      Applications applications,
      MatchPayments matchPayments) {
    this.transactions = transactions;
    this.table = table;
    this.applications = applications;
    this.matchPayments = matchPayments;
  }

  /**
   * Resolves.
   *
   * @param id the payment's, ours
   * @param note what the person has to say
   * @return what became of it, or empty if there is no such payment
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  Optional<Resolution> resolve(UUID id, String note) {
    Optional<Resolution> resolution = transactions.run(c -> resolve(c, id, note));
    resolution.ifPresent(done -> LOG.infof("payment resolution %s payment=%s", done, id));
    return resolution;
  }

  private Optional<Resolution> resolve(Connection connection, UUID id, String note)
      throws SQLException {
    Optional<PaymentRecord> found = table.find(connection, id);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    table.lock(connection, found.get().transactionId());
    applications.lock(connection, found.get().applicationId());
    // Read again: only now does it stand still.
    PaymentRecord payment = table.find(connection, id).orElseThrow();
    return Optional.of(
        switch (payment.state()) {
          case WAITING, UNMATCHED -> settle(connection, payment, note);
          case SETTLED -> Resolution.again(note, payment.note());
          case APPLIED -> Resolution.NOT_OPEN;
        });
  }

  private Resolution settle(Connection connection, PaymentRecord payment, String note)
      throws SQLException {
    table.settle(connection, payment.id(), note);
    applications.note(connection, payment.applicationId(), Actor.STAFF, note);
    // A refund that waited for this payment now waits in vain.
    matchPayments.moved(connection, payment.applicationId());
    return Resolution.SETTLED;
  }
}
