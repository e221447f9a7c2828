package dev.uketsuke.warehouse;

import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.lists.ListParameters;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The query parameters that select received events: to be listed, settled or tried again. */
class EventFilterRequest {

  @Parameter(
      description =
          "Only events in these states, separated by commas: APPLIED, WAITING, PARKED, SETTLED.",
      schema = @Schema(type = SchemaType.STRING),
      example = "PARKED,WAITING")
  @QueryParam("state")
  String state;

  @Parameter(
      description =
          "Only events that are, or were, parked for these reasons, separated by commas:"
              + " APPLICATION_UNKNOWN, CONTRADICTS_EARLIER, NO_LONGER_POSSIBLE.",
      schema = @Schema(type = SchemaType.STRING),
      example = "APPLICATION_UNKNOWN")
  @QueryParam("reason")
  String reason;

  @Parameter(
      description = "Only events of these types, separated by commas.",
      schema = @Schema(type = SchemaType.STRING),
      example = "warehouse.parcel-shipped")
  @QueryParam("type")
  String type;

  @Parameter(
      description = "Only events about this application.",
      schema = @Schema(type = SchemaType.STRING, format = "uuid"))
  @QueryParam("applicationId")
  String applicationId;

  @Parameter(
      description = "Only events that were received then or later.",
      schema = @Schema(type = SchemaType.STRING, format = "date-time"))
  @QueryParam("receivedFrom")
  String receivedFrom;

  @Parameter(
      description = "Only events that were received before then.",
      schema = @Schema(type = SchemaType.STRING, format = "date-time"))
  @QueryParam("receivedBefore")
  String receivedBefore;

  /** Returns the filter; what is wrong is noted with the parameters. */
  EventFilter filter(ListParameters parameters) {
    return new EventFilter(
        parameters.severalOf(InboxState.class, "state", state),
        parameters.severalOf(EventFilter.REASONS, "reason", reason),
        parameters.severalOf(EventFilter.TYPES, "type", type),
        parameters.uuid("applicationId", applicationId),
        parameters.time("receivedFrom", receivedFrom),
        parameters.time("receivedBefore", receivedBefore));
  }
}
