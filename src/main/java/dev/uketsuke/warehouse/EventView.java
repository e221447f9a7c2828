package dev.uketsuke.warehouse;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.inbox.InboxState;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;

/**
 * An event as the API shows it to staff; members without a value are absent.
 *
 * @param id ours, UUIDv7
 * @param source who said it
 * @param eventId the sender's; several may carry one that contradict each other
 * @param type what it says
 * @param applicationId as the sender says; need not exist
 * @param receivedAt UTC, when it was first heard
 * @param state what came of it
 * @param reason why it is, or was, parked
 * @param note of the person who settled it
 * @param settledAt UTC
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
record EventView(
    UUID id,
    String source,
    String eventId,
    String type,
    UUID applicationId,
    Instant receivedAt,
    InboxState state,
    String reason,
    String note,
    Instant settledAt) {}
