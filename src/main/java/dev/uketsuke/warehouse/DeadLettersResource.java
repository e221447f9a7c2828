package dev.uketsuke.warehouse;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.kafka.DeadLetterFilter;
import dev.uketsuke.kafka.DeadLetterPage;
import dev.uketsuke.kafka.DeadLetterRows;
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

/** What staff see of dead letters, and how they settle them or have them read again. */
@Path("/v1/dead-letters")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Messages")
class DeadLettersResource {

  private final NoteReading noteReading;
  private final DeadLetterRows deadLetterRows;
  private final SettleDeadLetters settleDeadLetters;
  private final RedriveDeadLetters redriveDeadLetters;

  DeadLettersResource(
      NoteReading noteReading,
      DeadLetterRows deadLetterRows,
      SettleDeadLetters settleDeadLetters,
      RedriveDeadLetters redriveDeadLetters) {
    this.noteReading = noteReading;
    this.deadLetterRows = deadLetterRows;
    this.settleDeadLetters = settleDeadLetters;
    this.redriveDeadLetters = redriveDeadLetters;
  }

  @GET
  @Operation(
      operationId = "listDeadLetters",
      summary = "List dead letters, newest first (staff)",
      description =
          "Records from the broker that could not be read as events; reason says why. OPEN ones need a person,"
              + " APPLIED ones were read and received later. Filters are combined by and.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/DeadLetters")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public DeadLetterPage list(
      @BeanParam DeadLetterFilterRequest filters, @BeanParam PageRequest page) {
    ListParameters parameters = new ListParameters();
    DeadLetterFilter filter = filters.filter(parameters);
    int limit = page.limit(parameters);
    String scope = "dead-letters" + filter;
    Optional<Position> after = page.position(parameters, scope);
    parameters.check();
    return deadLetterRows.list(filter, after, limit, scope);
  }

  @POST
  @Path("/redrive")
  @Operation(
      operationId = "redriveDeadLetters",
      summary = "Read dead letters again (staff)",
      description =
          "All open dead letters that the filters mean, combined by and; without a filter every one. What can be"
              + " read now is received like a new delivery and becomes APPLIED. The rest stays OPEN. One bounded"
              + " run: if finished is false, there are more, so ask again.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/RedrivenDeadLetters")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public RedriveDeadLetters.Report redriveAll(@BeanParam DeadLetterFilterRequest filters) {
    ListParameters parameters = new ListParameters();
    DeadLetterFilter filter = filters.filter(parameters);
    parameters.check();
    return redriveDeadLetters.redriveAll(filter);
  }

  @POST
  @Path("/{deadLetterId}/redrive")
  @Operation(
      operationId = "redriveDeadLetter",
      summary = "Read a dead letter again (staff)",
      description =
          "If it can be read now it is received like a new delivery and becomes APPLIED. If not it stays OPEN, and"
              + " reason says why. One that was received or settled before is left alone.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/RedrivenDeadLetter")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public Response redrive(
      @Parameter(
              description = "The id of the dead letter, from the list.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5d3-3c00-7c33-9e5a-2f7d9c3b4e55")
          @PathParam("deadLetterId")
          String letterId) {
    UUID id = CanonicalUuid.parse(letterId).orElseThrow(DeadLettersResource::notFound);
    return switch (redriveDeadLetters.redrive(id).orElseThrow(DeadLettersResource::notFound)) {
      case RECEIVED, UNREADABLE -> Response.ok(deadLetterRows.current(id)).build();
      case NOT_OPEN ->
          Response.ok(deadLetterRows.current(id)).header("Idempotent-Replayed", "true").build();
    };
  }

  @POST
  @Path("/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolveDeadLetters",
      summary = "Settle many dead letters by hand (staff)",
      description =
          "Settles the open dead letters that fit the filter, the newest first, at most 100, each like one alone"
              + " and with the same note. Needs at least one filter. Send it again while more is true, or if the"
              + " answer was lost: what is settled stays as it is.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledDeadLetters")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public SettleDeadLetters.Settled resolveAll(
      @BeanParam DeadLetterFilterRequest filters, @Context RoutingContext context) {
    ListParameters parameters = new ListParameters();
    DeadLetterFilter filter = filters.filter(parameters);
    parameters.check();
    if (filter.isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST)
          .detail("Give at least one filter, so that not everything is settled by mistake.")
          .toException();
    }
    return settleDeadLetters.settleAll(filter, noteReading.read(ReceivedBody.of(context)));
  }

  @POST
  @Path("/{deadLetterId}/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolveDeadLetter",
      summary = "Settle a dead letter by hand (staff)",
      description =
          "For one that is OPEN. It is settled once, with one note, which becomes part of the history of the"
              + " application that the record names, if there is one. The same note again is answered as a"
              + " repetition. A settled dead letter is never read again.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledDeadLetter")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/DeadLetterNotOpen")
  public Response resolve(
      @Parameter(
              description = "The id of the dead letter, from the list.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5d3-3c00-7c33-9e5a-2f7d9c3b4e55")
          @PathParam("deadLetterId")
          String letterId,
      @Context RoutingContext context) {
    String note = noteReading.read(ReceivedBody.of(context));
    UUID id = CanonicalUuid.parse(letterId).orElseThrow(DeadLettersResource::notFound);
    return switch (settleDeadLetters.settle(id, note).orElseThrow(DeadLettersResource::notFound)) {
      case SETTLED -> Response.ok(deadLetterRows.current(id)).build();
      case REPEATED ->
          Response.ok(deadLetterRows.current(id)).header("Idempotent-Replayed", "true").build();
      case NOT_OPEN ->
          Problem.of(ProblemType.EVENT_CONFLICT)
              .detail("The dead letter was received later, or was settled with another note.")
              .toResponse();
    };
  }

  private static RuntimeException notFound() {
    return Problem.of(ProblemType.NOT_FOUND).toException();
  }
}
