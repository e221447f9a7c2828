package dev.uketsuke.payments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.applications.Money;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;

/**
 * A payment event as the API shows it to staff; members without a value are absent.
 *
 * @param id ours, UUIDv7
 * @param transactionId the provider's
 * @param type what the provider says has happened
 * @param applicationId as the provider says; need not exist
 * @param amount how much it was about
 * @param occurredAt UTC, as the provider says
 * @param receivedAt UTC, when it was first heard
 * @param state what came of it
 * @param reason why it is, or was, unmatched
 * @param note of the person who settled it
 * @param settledAt UTC
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PaymentView(
    UUID id,
    String transactionId,
    PaymentType type,
    UUID applicationId,
    Money amount,
    Instant occurredAt,
    Instant receivedAt,
    PaymentState state,
    UnmatchedReason reason,
    String note,
    Instant settledAt) {}
