package dev.uketsuke.payments;

/** What has happened to a payment transaction. */
public enum PaymentType {
  /** The payment was received. */
  PAID,
  /** An attempt to pay failed, which does not change the application. */
  FAILED,
  /** The payment was refunded. */
  REFUNDED
}
