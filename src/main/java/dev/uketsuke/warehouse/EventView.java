package dev.uketsuke.warehouse;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.inbox.InboxState;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An event as the API shows it to staff; members without a value are absent.
 *
 * @param id our id of the event, UUIDv7
 * @param source the system that sent the event
 * @param eventId the sender's id; events that contradict each other have the same one
 * @param type the CloudEvents type
 * @param applicationId the id of an application, which need not exist
 * @param receivedAt UTC, when the event was first received
 * @param state the present state
 * @param reason why the event is, or was, parked
 * @param note the note of the person who settled the event
 * @param settledAt UTC
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
    requiredProperties = {
      "id",
      "source",
      "eventId",
      "type",
      "applicationId",
      "receivedAt",
      "state"
    })
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
