package dev.uketsuke.kafka;

/** What came of a dead letter. */
public enum DeadLetterState {
  /** For a person, or to be read again. */
  OPEN,
  /** It was read and received later. */
  APPLIED,
  /** A person has dealt with it, with a note. */
  SETTLED
}
