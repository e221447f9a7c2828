package dev.uketsuke.payments;

/** Why a payment event cannot be applied and a person has to settle it. */
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
  /** The application was paid before, by another transaction or because its fee was zero. */
  ALREADY_PAID,
  /** The refund names another application than the payment of its transaction does. */
  APPLICATION_DIFFERS,
  /** The payment that is refunded was never applied. */
  PAYMENT_NOT_APPLIED,
  /** The parcels were shipped before the refund came. */
  ALREADY_SHIPPED,
  /** An event of this transaction and type was recorded before with other content, which counts. */
  CONTRADICTS_EARLIER
}
