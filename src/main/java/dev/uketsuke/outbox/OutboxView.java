package dev.uketsuke.outbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A message out as the API shows it to staff.
 *
 * @param id the id that the destination sees with every attempt
 * @param destination the destination of the message
 * @param applicationId the application that the message is about
 * @param step the entry of the application's history that the message is about
 * @param attempts the number of attempts so far
 * @param lastError why the last attempt failed, why the message was dropped, or a remark on the
 *     answer; null otherwise
 * @param nextAttemptAt null unless the message is pending and the next one of its application
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
    requiredProperties = {
      "id",
      "state",
      "destination",
      "applicationId",
      "type",
      "attempts",
      "createdAt"
    })
record OutboxView(
    UUID id,
    OutboxState state,
    @Schema(description = "application: events; waybill: orders to the carrier.")
        String destination,
    String applicationId,
    @Schema(description = "The step of the application's history that the message is about.")
        int step,
    String type,
    int attempts,
    @Schema(
            description =
                "Why the last attempt failed, why the message was dropped, or a remark on the answer.")
        String lastError,
    Instant createdAt,
    Instant nextAttemptAt,
    Instant parkedAt,
    Instant sentAt,
    Instant droppedAt) {}
