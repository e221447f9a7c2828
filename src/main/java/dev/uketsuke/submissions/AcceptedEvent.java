package dev.uketsuke.submissions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.uketsuke.applications.ApplicationStatus;
import java.util.UUID;

/**
 * What the outside is told when an application has been accepted.
 *
 * <p>Holds no personal content, so that erasing it from the application erases it everywhere. The
 * time of the event is the outbox row's.
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
