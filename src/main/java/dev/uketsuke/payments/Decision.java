package dev.uketsuke.payments;

import dev.uketsuke.applications.ApplicationLife;
import dev.uketsuke.applications.ApplicationStatus;
import java.util.Optional;

/**
 * The decision on a payment event, given the present state of its application and transaction.
 *
 * <p>Guarantee: the decision depends on its arguments only and not on the time when the event came.
 * It is made again whenever an argument changes, so the final state is the same for every order of
 * arrival.
 *
 * @param state APPLIED, WAITING or UNMATCHED
 * @param reason the reason for UNMATCHED; null otherwise
 */
record Decision(PaymentState state, UnmatchedReason reason) {

  static final Decision APPLIED = new Decision(PaymentState.APPLIED, null);
  static final Decision WAITING = new Decision(PaymentState.WAITING, null);

  static Decision unmatched(UnmatchedReason reason) {
    return new Decision(PaymentState.UNMATCHED, reason);
  }

  /**
   * Returns the decision on an event.
   *
   * @param payment the event, which is not applied yet
   * @param application the application that the event names, locked; empty if there is none
   * @param paid the PAID event of the same transaction; empty if it has not come yet
   */
  static Decision on(
      PaymentRecord payment, Optional<ApplicationLife> application, Optional<PaymentRecord> paid) {
    if (payment.type() == PaymentType.FAILED) {
      return APPLIED;
    }
    if (application.isEmpty()) {
      return unmatched(UnmatchedReason.APPLICATION_UNKNOWN);
    }
    return payment.type() == PaymentType.PAID
        ? onPaid(payment, application.get())
        : onRefunded(payment, application.get(), paid);
  }

  private static Decision onPaid(PaymentRecord payment, ApplicationLife application) {
    if (application.status() == ApplicationStatus.CANCELLED) {
      return unmatched(UnmatchedReason.APPLICATION_CANCELLED);
    }
    if (!application.reached().contains(ApplicationStatus.FEE_CONFIRMED)) {
      return WAITING;
    }
    if (!payment.amount().equals(application.fee())) {
      return unmatched(UnmatchedReason.AMOUNT_DIFFERS);
    }
    return application.reached().contains(ApplicationStatus.PAID)
        ? unmatched(UnmatchedReason.ALREADY_PAID)
        : APPLIED;
  }

  private static Decision onRefunded(
      PaymentRecord payment, ApplicationLife application, Optional<PaymentRecord> paid) {
    if (paid.isEmpty()) {
      return WAITING;
    }
    if (!paid.get().applicationId().equals(payment.applicationId())) {
      return unmatched(UnmatchedReason.APPLICATION_DIFFERS);
    }
    return switch (paid.get().state()) {
      case WAITING -> WAITING;
      case UNMATCHED, SETTLED -> unmatched(UnmatchedReason.PAYMENT_NOT_APPLIED);
      case APPLIED -> {
        if (!paid.get().amount().equals(payment.amount())) {
          yield unmatched(UnmatchedReason.AMOUNT_DIFFERS);
        }
        yield application.status() == ApplicationStatus.PAID
            ? APPLIED
            : unmatched(UnmatchedReason.ALREADY_SHIPPED);
      }
    };
  }
}
