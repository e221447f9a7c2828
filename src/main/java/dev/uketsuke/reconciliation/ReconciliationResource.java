package dev.uketsuke.reconciliation;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.settlement.NoteReading;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers requests of staff to list items of reconciliation and to settle them. */
@Path("/v1/reconciliation")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Messages")
class ReconciliationResource {

  private final Reconcile reconcile;
  private final SettleItem settleItem;
  private final NoteReading noteReading;

  ReconciliationResource(Reconcile reconcile, SettleItem settleItem, NoteReading noteReading) {
    this.reconcile = reconcile;
    this.settleItem = settleItem;
    this.noteReading = noteReading;
  }

  @GET
  @Operation(
      operationId = "reconcile",
      summary = "List discrepancies between this service and others (staff)",
      description =
          "Lists applications that are paid or shipped without a waybill or refunded with one (which has to"
              + " be cancelled with the carrier), waybill numbers that two applications have or that"
              + " contradict each other, dropped orders that may have been booked, messages that wait for"
              + " more than an hour or are parked, payments and events that wait, match nothing or"
              + " contradict each other, dead letters, and topics that nobody reads on. Each item has its"
              + " age; each kind lists at most 100 items, the oldest first. An item is listed until it is"
              + " settled or its cause is gone. Recent items usually disappear by themselves.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/OutOfStep")
  public Reconciliation list() {
    return reconcile.reconcile();
  }

  @POST
  @Path("/{kind}/{itemId}/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolveDiscrepancy",
      summary = "Settle an item by hand (staff)",
      description =
          "Settles an item of paidWithoutWaybill, shippedWithoutWaybill, refundedWithWaybill, sharedWaybills,"
              + " contradictingWaybills, unknownBookings, pendingMessages or unreadTopics. Payments, events,"
              + " parked messages and dead letters are settled at their own addresses. The note becomes part"
              + " of the application's history if the item belongs to one, and the item is no longer listed.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "204", ref = "#/components/responses/SettledItem")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/ItemNotOpen")
  public Response settle(
      @Parameter(description = "The name of the kind in the list.", example = "unknownBookings")
          @PathParam("kind")
          String kind,
      @Parameter(
              description = "The item's id, from the list.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("itemId")
          String itemId,
      @Context RoutingContext context) {
    String note = noteReading.read(ReceivedBody.of(context));
    OutOfStep which = OutOfStep.settledUnder(kind).orElseThrow(ReconciliationResource::notFound);
    UUID id = CanonicalUuid.parse(itemId).orElseThrow(ReconciliationResource::notFound);
    return switch (settleItem
        .settle(which, id, note)
        .orElseThrow(ReconciliationResource::notFound)) {
      case SETTLED -> Response.noContent().build();
      case REPEATED -> Response.noContent().header("Idempotent-Replayed", "true").build();
      case NOT_OPEN ->
          Problem.of(ProblemType.RECONCILIATION_CONFLICT)
              .detail("The item was settled with another note.")
              .toResponse();
    };
  }

  private static RuntimeException notFound() {
    return Problem.of(ProblemType.NOT_FOUND).toException();
  }
}
