package dev.uketsuke.warehouse;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.lists.ListParameters;
import dev.uketsuke.lists.PageRequest;
import dev.uketsuke.lists.Position;
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers requests of staff to list received events, to settle them and to try them again. */
@Path("/v1/events")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Messages")
class ReceivedEventsResource {

  private final NoteReading noteReading;
  private final ListEvents listEvents;
  private final SettleEvent settleEvent;
  private final SettleEvents settleEvents;
  private final RetryEvents retryEvents;

  ReceivedEventsResource(
      NoteReading noteReading,
      ListEvents listEvents,
      SettleEvent settleEvent,
      SettleEvents settleEvents,
      RetryEvents retryEvents) {
    this.noteReading = noteReading;
    this.listEvents = listEvents;
    this.settleEvent = settleEvent;
    this.settleEvents = settleEvents;
    this.retryEvents = retryEvents;
  }

  @GET
  @Operation(
      operationId = "listEvents",
      summary = "List received events, newest first (staff)",
      description =
          "A person has to look at PARKED events; reason says why. WAITING events came too early and are"
              + " applied as soon as the application allows it, or are about to be tried again. Filters are"
              + " combined by and.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Events")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public EventPage list(@BeanParam EventFilterRequest filters, @BeanParam PageRequest page) {
    ListParameters parameters = new ListParameters();
    EventFilter filter = filters.filter(parameters);
    int limit = page.limit(parameters);
    String scope = "events" + filter;
    Optional<Position> after = page.position(parameters, scope);
    parameters.check();
    return listEvents.list(filter, after, limit, scope);
  }

  @POST
  @Path("/retry")
  @Operation(
      operationId = "retryEvents",
      summary = "Try parked events again (staff)",
      description =
          "All parked events that the filters mean, combined by and; without a filter every one. They become"
              + " WAITING, and the job inbox compares each with its application; what still fits nothing is"
              + " parked again. An event that contradicts an earlier one stays parked. One bounded run: if"
              + " finished is false, more are parked, so ask again.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/RetriedEvents")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public RetryEvents.Report retryAll(@BeanParam EventFilterRequest filters) {
    ListParameters parameters = new ListParameters();
    EventFilter filter = filters.filter(parameters);
    parameters.check();
    return retryEvents.retryAll(filter);
  }

  @POST
  @Path("/{eventId}/retry")
  @Operation(
      operationId = "retryEvent",
      summary = "Try a parked event again (staff)",
      description =
          "Compares the event with its application at once. What has taken effect, was settled, or contradicts"
              + " an earlier event is left alone and answered as a repetition.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/RetriedEvent")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public Response retry(
      @Parameter(
              description = "Our id of the event, from the list.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5d3-3c00-7c33-9e5a-2f7d9c3b4e55")
          @PathParam("eventId")
          String eventId) {
    UUID id = CanonicalUuid.parse(eventId).orElseThrow(ReceivedEventsResource::notFound);
    boolean tried = retryEvents.retry(id).orElseThrow(ReceivedEventsResource::notFound);
    Response.ResponseBuilder answer = Response.ok(listEvents.current(id));
    return (tried ? answer : answer.header("Idempotent-Replayed", "true")).build();
  }

  @POST
  @Path("/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolveEvents",
      summary = "Settle many received events by hand (staff)",
      description =
          "Settles the PARKED and WAITING events that fit the filter, the newest first, at most 100, each like"
              + " one alone and with the same note. Needs at least one filter. Send it again while more is"
              + " true, or if the answer was lost: what is settled stays as it is.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledEvents")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public SettleEvents.Settled resolveAll(
      @BeanParam EventFilterRequest filters, @Context RoutingContext context) {
    ListParameters parameters = new ListParameters();
    EventFilter filter = filters.filter(parameters);
    parameters.check();
    if (filter.isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST)
          .detail("Give at least one filter, so that not everything is settled by mistake.")
          .toException();
    }
    return settleEvents.settle(filter, noteReading.read(ReceivedBody.of(context)));
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
  @RequestBody(ref = "#/components/requestBodies/Resolution")
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
      @Context RoutingContext context) {
    String note = noteReading.read(ReceivedBody.of(context));
    UUID id = CanonicalUuid.parse(eventId).orElseThrow(ReceivedEventsResource::notFound);
    return switch (settleEvent.settle(id, note).orElseThrow(ReceivedEventsResource::notFound)) {
      case SETTLED -> Response.ok(listEvents.current(id)).build();
      case REPEATED ->
          Response.ok(listEvents.current(id)).header("Idempotent-Replayed", "true").build();
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
