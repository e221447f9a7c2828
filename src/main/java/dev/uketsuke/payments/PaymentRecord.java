package dev.uketsuke.payments;

import dev.uketsuke.applications.Money;
import dev.uketsuke.idempotency.Fingerprint;
import java.util.UUID;

/**
 * A payment event as it is recorded.
 *
 * @param id ours
 * @param transactionId the provider's
 * @param reason why it is, or was, unmatched; null otherwise
 * @param note of the person who settled it; null before that
 */
record PaymentRecord(
    UUID id,
    String transactionId,
    PaymentType type,
    UUID applicationId,
    Money amount,
    Fingerprint fingerprint,
    PaymentState state,
    UnmatchedReason reason,
    String note) {

  /** Returns what is recorded about it at present. */
  Decision decision() {
    return new Decision(state, reason);
  }
}
