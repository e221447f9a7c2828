package dev.uketsuke.payments;

/** What the provider says has happened to a transaction. */
public enum PaymentType {
  /** The money came in. */
  PAID,
  /** An attempt to pay failed; a fact that asks for nothing, since nothing was expected yet. */
  FAILED,
  /** The money went back. */
  REFUNDED
}
