package dev.uketsuke.submissions;

import java.util.Optional;

/**
 * The outcome of one submission.
 *
 * @param kind the kind of outcome (contract §3.1)
 * @param receipt the first answer; null if there is none or the client must not see it
 * @param quota the account's quota of new keys; null if new keys are not counted
 */
record SubmissionOutcome(Kind kind, Receipt receipt, KeyQuota quota) {

  /** The kinds of outcomes; a {@code switch} over them has no {@code default}. */
  enum Kind {
    /** A new application was recorded and committed. */
    CREATED,
    /** The same submission was accepted before; the first receipt is repeated. */
    REPLAYED,
    /** The account used the key for other content before; nothing was done. */
    CONFLICT,
    /** The key is past its retention and the content is the same. */
    EXPIRED,
    /** The key is past its retention and the content differs. */
    EXPIRED_OTHER_CONTENT,
    /**
     * The key has the prefix of submission tokens, but it is neither a live token of the account
     * nor one that the account has spent.
     */
    TOKEN_INVALID,
    /**
     * The key is not a submission token, the service requires one, and the key was not used before.
     */
    TOKEN_REQUIRED,
    /** The account has used up its new keys for this minute. */
    TOO_MANY_KEYS,
    /** Another submission with this key is still open. */
    IN_PROGRESS,
    /** The work was begun, and its outcome is unknown. */
    UNKNOWN,
    /** The work was not begun. */
    NOT_BEGUN
  }

  static SubmissionOutcome of(Kind kind) {
    return of(kind, null);
  }

  static SubmissionOutcome of(Kind kind, Receipt receipt) {
    return new SubmissionOutcome(kind, receipt, null);
  }

  /**
   * Checks whether the outcome is final, so that waiting submissions of the key can be answered.
   */
  boolean isDefinite() {
    return switch (kind) {
      case CREATED, REPLAYED, CONFLICT, EXPIRED, EXPIRED_OTHER_CONTENT -> true;
      case TOKEN_INVALID, TOKEN_REQUIRED -> true;
      case TOO_MANY_KEYS, IN_PROGRESS, UNKNOWN, NOT_BEGUN -> false;
    };
  }

  /**
   * Returns the outcome of another submission of the same key, given that this one is decided.
   *
   * @param sameContent whether the other submission has the same content
   * @return the outcome; empty if the database has to be asked
   */
  Optional<SubmissionOutcome> repeatedBy(boolean sameContent) {
    return switch (kind) {
      case CREATED, REPLAYED ->
          Optional.of(sameContent ? of(Kind.REPLAYED, receipt) : of(Kind.CONFLICT));
      case EXPIRED ->
          Optional.of(sameContent ? of(Kind.EXPIRED, receipt) : of(Kind.EXPIRED_OTHER_CONTENT));
      case CONFLICT, EXPIRED_OTHER_CONTENT -> sameContent ? Optional.of(this) : Optional.empty();
      case TOKEN_INVALID, TOKEN_REQUIRED, TOO_MANY_KEYS, IN_PROGRESS, UNKNOWN, NOT_BEGUN ->
          Optional.empty();
    };
  }
}
