package dev.uketsuke.payments;

import dev.uketsuke.applications.Money;
import dev.uketsuke.idempotency.Fingerprint;
import java.util.UUID;

/**
 * A recorded payment event.
 *
 * @param id our id of the event
 * @param transactionId the provider's id of the transaction
 * @param reason why the event is, or was, unmatched; null otherwise
 * @param note the note of the person who settled the event; null before that
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

  /** Returns the present decision on the event. */
  Decision decision() {
    return new Decision(state, reason);
  }
}
