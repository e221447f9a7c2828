package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.idempotency.Fingerprint;
import dev.uketsuke.idempotency.Fingerprint.Comparison;
import dev.uketsuke.idempotency.IdempotencyKey;

/**
 * One attempt to submit an application.
 *
 * @param account the caller's account, from the verified credential
 * @param key the idempotency key of the operation
 * @param content the normalised content
 * @param fingerprint the fingerprint of the content
 * @param traceparent the trace of the request that brought it, which may have ended when a
 *     submission that waited is written; null if it named none
 */
public record Submission(
    Account account,
    IdempotencyKey key,
    ApplicationContent content,
    Fingerprint fingerprint,
    String traceparent) {

  Submission(Account account, IdempotencyKey key, ApplicationContent content, String traceparent) {
    this(account, key, content, content.fingerprint(), traceparent);
  }

  /**
   * Compares the content with what was handed in before, by the rule under which that was stored.
   *
   * @param stored the fingerprint in the row that has the key
   */
  Comparison compare(Fingerprint stored) {
    // Nearly every row was stored by the current rule, and its digest is at hand.
    return stored.equals(fingerprint) ? Comparison.SAME : stored.compare(content.json());
  }

  Slot slot() {
    return new Slot(account, key);
  }

  /** The pair of account and key, for which the unique constraint allows one application. */
  record Slot(Account account, IdempotencyKey key) {}
}
