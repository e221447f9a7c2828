package dev.uketsuke.outbox;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.lists.ListParameters;
import dev.uketsuke.lists.ListQuery;
import dev.uketsuke.lists.PageRequest;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What staff see of messages out, and how they send a parked one again. */
@Path("/v1/outbox")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Messages")
class OutboxResource {

  private final ListMessages listMessages;
  private final ResendMessage resendMessage;
  private final ResendParked resendParked;

  OutboxResource(
      ListMessages listMessages, ResendMessage resendMessage, ResendParked resendParked) {
    this.listMessages = listMessages;
    this.resendMessage = resendMessage;
    this.resendParked = resendParked;
  }

  @GET
  @Operation(
      operationId = "listOutbox",
      summary = "List messages out, newest first (staff)",
      description =
          "PARKED messages were refused or used up their attempts, DROPPED messages were no longer"
              + " wanted; lastError says why. Filters are combined by and.")
  @APIResponse(
      responseCode = "200",
      description = "One page. nextCursor is null on the last one.",
      content = @Content(schema = @Schema(implementation = OutboxPage.class)))
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
    ListQuery<OutboxState> query = page.query(parameters);
    parameters.check();
    return listMessages.list(new ListQuery<>(inState, query.limit(), query.cursor()), condition);
  }

  @POST
  @Path("/resend")
  @Operation(
      operationId = "resendMessages",
      summary = "Send parked messages again (staff)",
      description =
          "All that the filters mean, combined by and; without a filter every parked message. Each keeps"
              + " its id. One bounded run: if finished is false, more are parked, so ask again.")
  @APIResponse(
      responseCode = "200",
      description = "How many are on their way again",
      content = @Content(schema = @Schema(implementation = ResendParked.Report.class)))
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
          "It keeps its id, so a destination that has it already recognises it. A message that is on its"
              + " way, sent or dropped is left alone and answered as a repetition.")
  @APIResponse(
      responseCode = "200",
      description = "On its way now; or was before (Idempotent-Replayed: true), see state.",
      content = @Content(schema = @Schema(implementation = OutboxView.class)))
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public Response resend(
      @Parameter(schema = @Schema(format = "uuid")) @PathParam("messageId") String messageId) {
    UUID id = CanonicalUuid.parse(messageId).orElseThrow(OutboxResource::notFound);
    return switch (resendMessage.resend(id).orElseThrow(OutboxResource::notFound)) {
      case TAKEN_UP -> Response.ok(OutboxRow.current(id)).build();
      case PENDING, SENT ->
          Response.ok(OutboxRow.current(id)).header("Idempotent-Replayed", "true").build();
    };
  }

  private static RuntimeException notFound() {
    return Problem.of(ProblemType.NOT_FOUND).toException();
  }
}
