package dev.uketsuke.submissions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.uketsuke.applications.ApplicationStatus;
import java.util.UUID;

/**
 * Makes the payload of the event {@code application.accepted}.
 *
 * <p>The payload contains no personal data, so it is enough to erase that from the application. The
 * time of the event is in the outbox row.
 */
final class AcceptedEvent {

  private AcceptedEvent() {}

  static String payload(UUID applicationId, ApplicationContent content) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("applicationId", applicationId.toString())
        .put("status", ApplicationStatus.ACCEPTED.name())
        .put("origin", content.origin())
        .put("destination", content.destination())
        .put("parcels", content.parcels())
        .toString();
  }
}
