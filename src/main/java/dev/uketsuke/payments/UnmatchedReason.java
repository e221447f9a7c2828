package dev.uketsuke.payments;

/** Why a payment event fits nothing. */
public enum UnmatchedReason {
  /** There is no such application; tried again when it is moved, or the event is sent again. */
  APPLICATION_UNKNOWN,
  /** The application was cancelled before it was paid. */
  APPLICATION_CANCELLED,
  /** Amount or currency differ from the fee, or from what is refunded. */
  AMOUNT_DIFFERS,
  /** Another transaction paid the application first. */
  ALREADY_PAID,
  /** The refund names another application than the payment of its transaction. */
  APPLICATION_DIFFERS,
  /** The payment that is refunded never took effect. */
  PAYMENT_NOT_APPLIED,
  /** The parcels were on their way before the refund came. */
  ALREADY_SHIPPED
}
