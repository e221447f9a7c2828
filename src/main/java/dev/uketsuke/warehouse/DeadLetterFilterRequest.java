package dev.uketsuke.warehouse;

import dev.uketsuke.kafka.DeadLetterFilter;
import dev.uketsuke.kafka.DeadLetterState;
import dev.uketsuke.lists.ListParameters;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The query parameters that select dead letters: to be listed, settled or read again. */
class DeadLetterFilterRequest {

  @Parameter(
      description =
          "Only dead letters in these states, separated by commas: OPEN, APPLIED, SETTLED.",
      schema = @Schema(type = SchemaType.STRING),
      example = "OPEN")
  @QueryParam("state")
  String state;

  @Parameter(
      description = "Only dead letters from this topic.",
      schema = @Schema(type = SchemaType.STRING, maxLength = 255),
      example = "warehouse-events")
  @QueryParam("topic")
  String topic;

  @Parameter(
      description = "Only dead letters that seem to be about this application.",
      schema = @Schema(type = SchemaType.STRING, format = "uuid"))
  @QueryParam("applicationId")
  String applicationId;

  @Parameter(
      description = "Only dead letters that were put aside then or later.",
      schema = @Schema(type = SchemaType.STRING, format = "date-time"))
  @QueryParam("receivedFrom")
  String receivedFrom;

  @Parameter(
      description = "Only dead letters that were put aside before then.",
      schema = @Schema(type = SchemaType.STRING, format = "date-time"))
  @QueryParam("receivedBefore")
  String receivedBefore;

  /** Returns the filter; what is wrong is noted with the parameters. */
  DeadLetterFilter filter(ListParameters parameters) {
    return new DeadLetterFilter(
        parameters.severalOf(DeadLetterState.class, "state", state),
        parameters.text("topic", topic),
        parameters.uuid("applicationId", applicationId),
        parameters.time("receivedFrom", receivedFrom),
        parameters.time("receivedBefore", receivedBefore));
  }
}
