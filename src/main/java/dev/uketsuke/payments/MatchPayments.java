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
 * Applies the payment events of an application as far as its status allows them, and makes an
 * application PAID whose fee is zero.
 *
 * <p>Guarantee: this runs under the application's lock after every new event and every move, so no
 * event waits that could be applied, and none is applied twice. The decision on an event and the
 * move that it causes are committed together.
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
      // No payment will come for a fee of zero. This is checked before any event, so that the
      // outcome does not depend on the order in which events came.
      move(connection, applicationId, ApplicationLife::payNothing);
      return; // The move has called this method again, which has handled the open events.
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
      // Cannot happen: the application is locked, so its status is the one that was decided on.
      throw new IllegalStateException(
          "Application " + applicationId + " did not make the move that its payment requires.");
    }
  }
}
