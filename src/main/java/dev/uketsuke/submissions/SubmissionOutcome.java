package dev.uketsuke.submissions;

import java.util.Optional;

/**
 * What became of one submission.
 *
 * @param kind which of the outcomes of contract §3.1
 * @param receipt the first answer; null where the outcome may not or cannot show it
 * @param quota what is left of the account's new keys; null where none were counted
 */
record SubmissionOutcome(Kind kind, Receipt receipt, KeyQuota quota) {

  /** The outcomes; a {@code switch} over them has no {@code default}. */
  enum Kind {
    /** A new application was recorded, durably. */
    CREATED,
    /** The same submission again: the first receipt is repeated. */
    REPLAYED,
    /** Same account and key, other content: nothing was done, nothing is shown. */
    CONFLICT,
    /** The key is past its retention and the content is the same. */
    EXPIRED,
    /** The key is past its retention and the content is other. */
    EXPIRED_OTHER_CONTENT,
    /**
     * The key begins like a submission token and is neither a live one nor one spent by the
     * account.
     */
    TOKEN_INVALID,
    /** Only submission tokens are taken here, and nothing is recorded under this other key. */
    TOKEN_REQUIRED,
    /** The account has used up its new keys for this minute. */
    TOO_MANY_KEYS,
    /** Another submission with this key is still open. */
    IN_PROGRESS,
    /** Work began and nobody knows how it ended. */
    UNKNOWN,
    /** Nothing was begun. */
    NOT_BEGUN
  }

  static SubmissionOutcome of(Kind kind) {
    return of(kind, null);
  }

  static SubmissionOutcome of(Kind kind, Receipt receipt) {
    return new SubmissionOutcome(kind, receipt, null);
  }

  /** Whether the key's fate is settled, so that whoever asks next gets a quick answer. */
  boolean isDefinite() {
    return switch (kind) {
      case CREATED, REPLAYED, CONFLICT, EXPIRED, EXPIRED_OTHER_CONTENT -> true;
      case TOKEN_INVALID, TOKEN_REQUIRED -> true;
      case TOO_MANY_KEYS, IN_PROGRESS, UNKNOWN, NOT_BEGUN -> false;
    };
  }

  /**
   * What another submission of the same key gets, once this one is decided.
   *
   * @param sameContent whether it hands in the same content
   * @return the outcome, or empty if only the database can tell
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
