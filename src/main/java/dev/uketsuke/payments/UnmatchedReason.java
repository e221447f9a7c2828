package dev.uketsuke.payments;

/** Why a payment event is for a person. */
public enum UnmatchedReason {
  /**
   * There is no such application. The event is tried again when the application is moved, and when
   * the event is delivered again.
   */
  APPLICATION_UNKNOWN,
  /** The application was cancelled before it was paid. */
  APPLICATION_CANCELLED,
  /** The amount or the currency differs from the fee, or from the payment that is refunded. */
  AMOUNT_DIFFERS,
  /** The application was paid before, by another transaction or because nothing was to be paid. */
  ALREADY_PAID,
  /** The refund names another application than the payment of its transaction. */
  APPLICATION_DIFFERS,
  /** The payment that is refunded never took effect. */
  PAYMENT_NOT_APPLIED,
  /** The parcels were on their way before the refund came. */
  ALREADY_SHIPPED,
  /** An event of this transaction and type was recorded before with other content, which counts. */
  CONTRADICTS_EARLIER
}
