package dev.uketsuke.kafka;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A dead letter in the answers to staff; members without a value are absent.
 *
 * @param id ours, UUIDv7
 * @param applicationId the application that the record seems to be about; it need not exist
 * @param reason why the record could not be read
 * @param size bytes of the value; null if it has none
 * @param excerpt how the value begins, as far as it is text
 * @param receivedAt UTC, when it was put aside
 * @param note of the person who settled it
 * @param settledAt UTC, when it was settled, or received after all
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
    requiredProperties = {"id", "topic", "partition", "offset", "reason", "receivedAt", "state"})
public record DeadLetterView(
    UUID id,
    String topic,
    int partition,
    long offset,
    @Schema(description = "The application that the record seems to be about; it need not exist.")
        UUID applicationId,
    @Schema(description = "Why the record could not be read.") String reason,
    @Schema(description = "How many bytes the value has.") Integer size,
    @Schema(description = "How the value begins, as far as it is text.") String excerpt,
    Instant receivedAt,
    DeadLetterState state,
    String note,
    Instant settledAt) {}
