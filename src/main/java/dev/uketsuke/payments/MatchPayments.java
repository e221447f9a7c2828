package dev.uketsuke.payments;

import dev.uketsuke.applications.AfterMove;
import dev.uketsuke.applications.ApplicationLife;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.applications.Move;
import dev.uketsuke.applications.MoveDecision;
import dev.uketsuke.applications.MoveOutcome;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Applies what the provider reported about an application, as far as the application allows it, and
 * pays a fee of zero.
 *
 * <p>Guarantee: it runs under the application's lock after every new event and every move, so that
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
    if (life.filter(MatchPayments::owesNothing).isPresent()) {
      // No payment can come for it. Before any event is looked at, so that their order never
      // counts.
      move(connection, applicationId, ApplicationLife::payNothing);
      return; // The move has called this again, for all that is still open.
    }
    for (PaymentRecord payment : table.open(connection, applicationId)) {
      Decision decision = decide(connection, payment, life);
      if (table.decide(connection, payment, decision) && decision.state() == PaymentState.APPLIED) {
        move(
            connection,
            applicationId,
            payment.type() == PaymentType.PAID ? ApplicationLife::pay : ApplicationLife::refund);
        return;
      }
    }
  }

  private static boolean owesNothing(ApplicationLife life) {
    return life.status() == ApplicationStatus.FEE_CONFIRMED && life.fee().toDecimal().signum() == 0;
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

  private void move(Connection connection, UUID applicationId, Function<ApplicationLife, Move> move)
      throws SQLException {
    Optional<MoveOutcome> outcome = applications.move(connection, applicationId, move);
    if (outcome.map(MoveOutcome::decision).orElse(null) != MoveDecision.MOVES) {
      // Under the lock the application stands where this was decided. If not, roll back.
      throw new IllegalStateException(
          "application " + applicationId + " did not make the move that its payment decided");
    }
  }
}
