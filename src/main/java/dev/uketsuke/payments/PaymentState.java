package dev.uketsuke.payments;

/** What became of a payment event, contract §3.5. */
public enum PaymentState {
  /** It took effect. A failed attempt to pay has no effect and is applied at once. */
  APPLIED,
  /** It came too early, and is applied as soon as the application allows it. */
  WAITING,
  /** It cannot be applied, for a reason, and is for a person. */
  UNMATCHED,
  /** A person has settled it with a note. */
  SETTLED
}
