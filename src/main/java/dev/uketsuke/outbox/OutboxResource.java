package dev.uketsuke.outbox;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.json.CanonicalUuid;
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

  OutboxResource(ListMessages listMessages, ResendMessage resendMessage) {
    this.listMessages = listMessages;
    this.resendMessage = resendMessage;
  }

  @GET
  @Operation(
      operationId = "listOutbox",
      summary = "List messages out, newest first (staff)",
      description =
          "PARKED ones were given up after their attempts, DROPPED ones were no longer wanted; lastError"
              + " says why.")
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
      @BeanParam PageRequest page) {
    return listMessages.list(page.query(OutboxState.class, "state", state));
  }

  @POST
  @Path("/{messageId}/resend")
  @Operation(
      operationId = "resendMessage",
      summary = "Send a parked message again (staff)",
      description =
          "With its old id, so a far side that has it already recognises it. One that is on its way, sent or"
              + " dropped is left alone and answered as a repetition.")
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
