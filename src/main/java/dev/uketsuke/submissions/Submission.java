package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.idempotency.Fingerprint;
import dev.uketsuke.idempotency.IdempotencyKey;

/**
 * One attempt to hand in an application.
 *
 * @param account who hands it in, from the verified credential
 * @param key the client's name for the operation
 * @param content normalised
 * @param fingerprint of the content
 */
public record Submission(
    Account account, IdempotencyKey key, ApplicationContent content, Fingerprint fingerprint) {

  Submission(Account account, IdempotencyKey key, ApplicationContent content) {
    this(account, key, content, content.fingerprint());
  }

  Slot slot() {
    return new Slot(account, key);
  }

  /** What the unique constraint is about. */
  record Slot(Account account, IdempotencyKey key) {}
}
