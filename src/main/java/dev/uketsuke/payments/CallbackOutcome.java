package dev.uketsuke.payments;

/** What became of a callback with a valid signature. */
enum CallbackOutcome {
  /** It is the first of its transaction and type, and is recorded. */
  RECORDED,
  /** It says what was recorded before: nothing new. */
  DUPLICATE,
  /** It contradicts what was recorded before, which stays as it is. */
  CONFLICT
}
