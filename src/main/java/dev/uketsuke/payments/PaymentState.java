package dev.uketsuke.payments;

/** What came of a payment event, contract §3.5. */
public enum PaymentState {
  /** It took effect; a failed payment takes none and is here at once. */
  APPLIED,
  /** It came too early, and is applied as soon as the application allows it. */
  WAITING,
  /** It fits nothing, for a reason; a person has to look at it. */
  UNMATCHED,
  /** A person has dealt with it. */
  SETTLED
}
