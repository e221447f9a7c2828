package dev.uketsuke.outbox;

/** Where a message out stands. */
enum OutboxState {
  /** Not sent yet, or being tried again. */
  PENDING,
  /** Given up; a person has to look. */
  PARKED,
  /** The far side has it. */
  SENT,
  /** Closed without being sent, for nobody wanted it any more. */
  DROPPED
}
