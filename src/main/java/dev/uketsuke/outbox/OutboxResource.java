package dev.uketsuke.outbox;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.lists.ListParameters;
import dev.uketsuke.lists.ListQuery;
import dev.uketsuke.lists.PageRequest;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.settlement.NoteReading;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers requests of staff to list messages out, and to send parked ones again or settle them. */
@Path("/v1/outbox")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Messages")
class OutboxResource {

  private final ListMessages listMessages;
  private final ResendMessage resendMessage;
  private final ResendParked resendParked;
  private final SettleMessages settleMessages;
  private final NoteReading noteReading;

  OutboxResource(
      ListMessages listMessages,
      ResendMessage resendMessage,
      ResendParked resendParked,
      SettleMessages settleMessages,
      NoteReading noteReading) {
    this.listMessages = listMessages;
    this.resendMessage = resendMessage;
    this.resendParked = resendParked;
    this.settleMessages = settleMessages;
    this.noteReading = noteReading;
  }

  @GET
  @Operation(
      operationId = "listOutbox",
      summary = "List messages out, newest first (staff)",
      description =
          "PARKED messages were refused or have used up their attempts; DROPPED messages were no longer"
              + " needed, or were settled. lastError says why. Filters are combined by \"and\".")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Messages")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public OutboxPage list(
      @Parameter(
              description = "Only messages in this state.",
              schema = @Schema(implementation = OutboxState.class))
          @QueryParam("state")
          String state,
      @BeanParam MessageFilter filter,
      @BeanParam PageRequest page) {
    ListParameters parameters = new ListParameters();
    Optional<OutboxState> inState = parameters.oneOf(OutboxState.class, "state", state);
    MessageFilter.Condition condition = filter.condition(parameters);
    ListQuery<OutboxState> query = page.query(parameters, "outbox" + inState + condition);
    parameters.check();
    return listMessages.list(
        new ListQuery<>(inState, query.limit(), query.cursor(), query.scope()), condition);
  }

  @POST
  @Path("/resend")
  @Operation(
      operationId = "resendMessages",
      summary = "Send parked messages again (staff)",
      description =
          "Sends the parked messages that match the filters again; without a filter, all parked messages."
              + " Each keeps its id. A request handles a bounded number of messages: if finished is false,"
              + " send the request again.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/ResentMessages")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public ResendParked.Report resendAll(
      @Parameter(
              description = "Only parked messages can be sent again.",
              schema = @Schema(enumeration = "PARKED"))
          @QueryParam("state")
          String state,
      @BeanParam MessageFilter filter) {
    ListParameters parameters = new ListParameters();
    parameters.oneOf(List.of("PARKED"), "state", state);
    MessageFilter.Condition condition = filter.condition(parameters);
    parameters.check();
    return resendParked.resend(condition);
  }

  @POST
  @Path("/{messageId}/resend")
  @Operation(
      operationId = "resendMessage",
      summary = "Send a parked message again (staff)",
      description =
          "The message keeps its id, so a destination that already has it can recognise the repetition. A"
              + " message that is pending, sent or dropped is not changed, and the answer is that of a"
              + " repetition.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/ResentMessage")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public Response resend(
      @Parameter(
              description = "The message's id, from the list.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("messageId")
          String messageId) {
    UUID id = CanonicalUuid.parse(messageId).orElseThrow(OutboxResource::notFound);
    return switch (resendMessage.resend(id).orElseThrow(OutboxResource::notFound)) {
      case TAKEN_UP -> Response.ok(OutboxRow.current(id)).build();
      case PENDING, SENT ->
          Response.ok(OutboxRow.current(id)).header("Idempotent-Replayed", "true").build();
    };
  }

  @POST
  @Path("/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolveMessages",
      summary = "Settle many parked messages by hand (staff)",
      description =
          "Closes the parked messages that match the filter without sending them, the newest first, at"
              + " most 100, all with the same note. At least one filter is required. Send the request again"
              + " while more is true, or if the answer was lost: settled messages stay as they are.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledMessages")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public SettleMessages.Settled settleAll(
      @BeanParam MessageFilter filter, @Context RoutingContext context) {
    ListParameters parameters = new ListParameters();
    MessageFilter.Condition condition = filter.condition(parameters);
    parameters.check();
    if (condition.values().isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST)
          .detail("Give at least one filter, so that not everything is settled by mistake.")
          .toException();
    }
    return settleMessages.settleAll(condition, noteReading.read(ReceivedBody.of(context)));
  }

  @POST
  @Path("/{messageId}/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolveMessage",
      summary = "Settle a parked message by hand (staff)",
      description =
          "Closes the message without sending it: its state becomes DROPPED, and lastError is the note. The"
              + " same note again is answered as a repetition.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledMessage")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/MessageNotParked")
  public Response settle(
      @Parameter(
              description = "The message's id, from the list.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("messageId")
          String messageId,
      @Context RoutingContext context) {
    String note = noteReading.read(ReceivedBody.of(context));
    UUID id = CanonicalUuid.parse(messageId).orElseThrow(OutboxResource::notFound);
    return switch (settleMessages.settle(id, note).orElseThrow(OutboxResource::notFound)) {
      case SETTLED -> Response.ok(OutboxRow.current(id)).build();
      case REPEATED ->
          Response.ok(OutboxRow.current(id)).header("Idempotent-Replayed", "true").build();
      case NOT_OPEN -> Problem.of(ProblemType.MESSAGE_CONFLICT).toResponse();
    };
  }

  private static RuntimeException notFound() {
    return Problem.of(ProblemType.NOT_FOUND).toException();
  }
}
