package dev.uketsuke.payments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.applications.Money;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A payment event as the API shows it to staff; members without a value are absent.
 *
 * @param id our id of the event, UUIDv7
 * @param transactionId the provider's id of the transaction
 * @param type what has happened
 * @param applicationId the id of an application, which need not exist
 * @param amount the amount of the payment or refund
 * @param occurredAt UTC, by the provider's clock
 * @param receivedAt UTC, when the event was first received
 * @param state the present state
 * @param reason why the event is, or was, unmatched
 * @param note the note of the person who settled the event
 * @param settledAt UTC
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
    requiredProperties = {
      "id",
      "transactionId",
      "type",
      "applicationId",
      "amount",
      "occurredAt",
      "receivedAt",
      "state"
    })
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
