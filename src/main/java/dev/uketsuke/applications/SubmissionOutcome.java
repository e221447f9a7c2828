package dev.uketsuke.applications;

/**
 * What became of one submission.
 *
 * @param kind which of the outcomes of DESIGN §3.1
 * @param receipt the first answer; null where the outcome may not or cannot show it
 */
record SubmissionOutcome(Kind kind, Receipt receipt) {

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
    /** Another submission with this key is still open. */
    IN_PROGRESS,
    /** Work began and nobody knows how it ended. */
    UNKNOWN,
    /** Nothing was begun. */
    NOT_BEGUN
  }

  static SubmissionOutcome of(Kind kind) {
    return new SubmissionOutcome(kind, null);
  }

  /** Whether the key's fate is settled, so that whoever asks next gets a quick answer. */
  boolean isDefinite() {
    return switch (kind) {
      case CREATED, REPLAYED, CONFLICT, EXPIRED, EXPIRED_OTHER_CONTENT -> true;
      case IN_PROGRESS, UNKNOWN, NOT_BEGUN -> false;
    };
  }
}
