package dev.uketsuke.payments;

/** The outcome of a callback with a valid signature. */
enum CallbackOutcome {
  /** The event is the first of its transaction and type, and is recorded. */
  RECORDED,
  /** The event was recorded before with the same content. */
  DUPLICATE,
  /** The event was recorded before with other content, which is kept. */
  CONFLICT
}
