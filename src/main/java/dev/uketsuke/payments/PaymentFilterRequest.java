package dev.uketsuke.payments;

import dev.uketsuke.lists.ListParameters;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The query parameters of a filter of payment events. */
class PaymentFilterRequest {

  @Parameter(
      description = "Only events in these states, separated by commas.",
      schema = @Schema(type = SchemaType.STRING),
      example = "UNMATCHED,WAITING")
  @QueryParam("state")
  String state;

  @Parameter(
      description = "Only events that are unmatched for these reasons, separated by commas.",
      schema = @Schema(type = SchemaType.STRING),
      example = "AMOUNT_DIFFERS")
  @QueryParam("reason")
  String reason;

  @Parameter(
      description = "Only events of these types, separated by commas.",
      schema = @Schema(type = SchemaType.STRING),
      example = "PAID")
  @QueryParam("type")
  String type;

  @Parameter(
      description = "Only events about this application.",
      schema = @Schema(type = SchemaType.STRING, format = "uuid"))
  @QueryParam("applicationId")
  String applicationId;

  @Parameter(
      description = "Only events of this transaction of the provider.",
      schema = @Schema(type = SchemaType.STRING, maxLength = 255),
      example = "tx-2026-000042")
  @QueryParam("transactionId")
  String transactionId;

  @Parameter(
      description = "Only events that were received at this time or later.",
      schema = @Schema(type = SchemaType.STRING, format = "date-time"))
  @QueryParam("receivedFrom")
  String receivedFrom;

  @Parameter(
      description = "Only events that were received before this time.",
      schema = @Schema(type = SchemaType.STRING, format = "date-time"))
  @QueryParam("receivedBefore")
  String receivedBefore;

  /** Returns the filter, and adds a violation to {@code parameters} for each wrong parameter. */
  PaymentFilter filter(ListParameters parameters) {
    return new PaymentFilter(
        parameters.severalOf(PaymentState.class, "state", state),
        parameters.severalOf(UnmatchedReason.class, "reason", reason),
        parameters.severalOf(PaymentType.class, "type", type),
        parameters.uuid("applicationId", applicationId).orElse(null),
        parameters.text("transactionId", transactionId).orElse(null),
        parameters.time("receivedFrom", receivedFrom).orElse(null),
        parameters.time("receivedBefore", receivedBefore).orElse(null));
  }
}
