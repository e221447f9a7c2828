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
 */
public record Submission(
    Account account, IdempotencyKey key, ApplicationContent content, Fingerprint fingerprint) {

  Submission(Account account, IdempotencyKey key, ApplicationContent content) {
    this(account, key, content, content.fingerprint());
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
