package dev.uketsuke.warehouse;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.lists.PageRequest;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.settlement.NoteReading;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers requests of staff to list received events and to settle one. */
@Path("/v1/events")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Messages")
class ReceivedEventsResource {

  private final NoteReading noteReading;
  private final ListEvents listEvents;
  private final SettleEvent settleEvent;

  ReceivedEventsResource(NoteReading noteReading, ListEvents listEvents, SettleEvent settleEvent) {
    this.noteReading = noteReading;
    this.listEvents = listEvents;
    this.settleEvent = settleEvent;
  }

  @GET
  @Operation(
      operationId = "listEvents",
      summary = "List events of the warehouse, newest first (staff)",
      description =
          "A person has to look at PARKED events; reason says why. WAITING events came too early and are"
              + " applied as soon as the application allows it.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Events")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public EventPage list(
      @Parameter(
              description = "Only events in this state.",
              schema = @Schema(implementation = InboxState.class))
          @QueryParam("state")
          String state,
      @BeanParam PageRequest page) {
    return listEvents.list(page.query(InboxState.class, "state", state));
  }

  @POST
  @Path("/{eventId}/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolveEvent",
      summary = "Settle an event by hand (staff)",
      description =
          "Settles an event that is PARKED or WAITING, by the id in the list. The note becomes part of the"
              + " application's history. The same note again is answered as a repetition; another note is"
              + " refused. A settled event never takes effect.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledEvent")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/EventNotOpen")
  public Response settle(
      @Parameter(
              description = "The event's id under which it is listed.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("eventId")
          String eventId,
      @RequestBody(ref = "#/components/requestBodies/Resolution") InputStream body)
      throws IOException {
    String note = noteReading.read(body);
    UUID id = CanonicalUuid.parse(eventId).orElseThrow(ReceivedEventsResource::notFound);
    return switch (settleEvent.settle(id, note).orElseThrow(ReceivedEventsResource::notFound)) {
      case SETTLED -> Response.ok(ReceivedEvent.current(id)).build();
      case REPEATED ->
          Response.ok(ReceivedEvent.current(id)).header("Idempotent-Replayed", "true").build();
      case NOT_OPEN ->
          Problem.of(ProblemType.EVENT_CONFLICT)
              .detail("The event has taken effect, or was settled with another note.")
              .toResponse();
    };
  }

  private static RuntimeException notFound() {
    return Problem.of(ProblemType.NOT_FOUND).toException();
  }
}
