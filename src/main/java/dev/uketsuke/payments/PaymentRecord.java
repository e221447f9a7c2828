package dev.uketsuke.payments;

import dev.uketsuke.applications.Money;
import dev.uketsuke.idempotency.Fingerprint;
import java.util.UUID;

/**
 * A payment event as it is recorded.
 *
 * @param id ours
 * @param transactionId the provider's
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
    String note) {}
