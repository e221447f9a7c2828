package dev.uketsuke.payments;

/** What became of a callback with a valid signature. */
enum CallbackOutcome {
  /** Heard for the first time, and recorded. */
  RECORDED,
  /** Heard before: nothing new. */
  DUPLICATE,
  /** Heard before with other content, which stays as it is. */
  CONFLICT
}
