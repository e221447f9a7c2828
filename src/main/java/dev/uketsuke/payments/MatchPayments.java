package dev.uketsuke.payments;

import dev.uketsuke.applications.AfterMove;
import dev.uketsuke.applications.ApplicationLife;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.applications.MoveOutcome;
import dev.uketsuke.applications.Verdict;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Applies what the provider told us about an application, as far as the application allows it.
 *
 * <p>Guarantee: run under the application's lock after every new event and every move, so that
 * nothing waits that could be applied, and nothing is applied twice. The decision about an event
 * and the move it makes are committed together.
 */
@Singleton
class MatchPayments implements AfterMove {

  private final PaymentTable table;
  private final Applications applications;

  MatchPayments(PaymentTable table, Applications applications) {
    this.table = table;
    this.applications = applications;
  }

  @Override
  public int order() {
    return MONEY;
  }

  @Override
  public void moved(Connection connection, UUID applicationId) throws SQLException {
    Optional<ApplicationLife> life = applications.lock(connection, applicationId);
    for (PaymentRecord payment : table.open(connection, applicationId)) {
      Decision decision = decide(connection, payment, life);
      table.decide(connection, payment.id(), decision);
      if (decision.state() == PaymentState.APPLIED) {
        apply(connection, payment);
        return; // The move has called this again, for all that is still open.
      }
    }
  }

  private Decision decide(
      Connection connection, PaymentRecord payment, Optional<ApplicationLife> life)
      throws SQLException {
    Optional<PaymentRecord> paid =
        payment.type() == PaymentType.REFUNDED
            ? table.find(connection, payment.transactionId(), PaymentType.PAID)
            : Optional.empty();
    return Decision.on(payment, life, paid);
  }

  private void apply(Connection connection, PaymentRecord payment) throws SQLException {
    Optional<MoveOutcome> outcome =
        applications.move(
            connection,
            payment.applicationId(),
            payment.type() == PaymentType.PAID ? ApplicationLife::pay : ApplicationLife::refund);
    if (outcome.map(MoveOutcome::verdict).orElse(null) != Verdict.MOVES) {
      // Under the lock the application stands where it was decided; rolled back if it does not.
      throw new IllegalStateException("payment " + payment.id() + " decided but not applied");
    }
  }
}
