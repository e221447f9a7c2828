package dev.uketsuke.payments;

/** The state of a payment event (contract §3.5). */
public enum PaymentState {
  /** The event took effect. A failed payment has no effect and counts as applied at once. */
  APPLIED,
  /** The event came too early and is applied as soon as the application allows it. */
  WAITING,
  /** The event cannot be applied, and a person has to settle it. */
  UNMATCHED,
  /** A person has settled the event with a note. */
  SETTLED
}
