package dev.uketsuke.payments;

/** What the provider says has happened to a transaction. */
public enum PaymentType {
  /** The money came in. */
  PAID,
  /** An attempt to pay failed. It changes nothing, because the application was not paid before. */
  FAILED,
  /** The money went back. */
  REFUNDED
}
