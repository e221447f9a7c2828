package dev.uketsuke.outbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A message out in the answers to staff.
 *
 * @param id the one that the destination sees on every attempt
 * @param destination where it goes
 * @param applicationId what it is about
 * @param attempts made so far
 * @param lastError how the last one failed, why it was dropped, or what is strange about the
 *     answer; null otherwise
 * @param nextAttemptAt null unless the message is pending and the next of its application
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
record OutboxView(
    UUID id,
    OutboxState state,
    @Schema(description = "application: events; waybill: orders to the carrier.")
        String destination,
    String applicationId,
    String type,
    int attempts,
    @Schema(
            description =
                "How the last attempt failed, why it was dropped, or what is strange about the answer.")
        String lastError,
    Instant createdAt,
    Instant nextAttemptAt,
    Instant parkedAt,
    Instant sentAt,
    Instant droppedAt) {}
