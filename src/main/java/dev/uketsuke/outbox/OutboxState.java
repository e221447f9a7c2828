package dev.uketsuke.outbox;

/** Where a message out stands. */
enum OutboxState {
  /** Not sent yet, or being tried again. */
  PENDING,
  /** Given up; a person has to look. */
  PARKED,
  /** The destination has it. */
  SENT,
  /** Closed without being sent, because nobody wanted it any more, or a person settled it. */
  DROPPED
}
