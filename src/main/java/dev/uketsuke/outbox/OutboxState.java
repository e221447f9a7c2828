package dev.uketsuke.outbox;

/** The state of a message out. */
enum OutboxState {
  /** The message is not sent yet. */
  PENDING,
  /** The message is not tried any more; a person has to look at it. */
  PARKED,
  /** The destination has it. */
  SENT,
  /** The message was closed without being sent, because it was no longer needed or was settled. */
  DROPPED
}
