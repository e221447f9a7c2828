package dev.uketsuke.reconciliation;

import dev.uketsuke.accounts.Role;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What is out of step, for staff. */
@Path("/v1/reconciliation")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Messages")
class ReconciliationResource {

  private final Reconcile reconcile;

  ReconciliationResource(Reconcile reconcile) {
    this.reconcile = reconcile;
  }

  @GET
  @Operation(
      operationId = "reconcile",
      summary = "List what is out of step (staff)",
      description =
          "Paid without waybill, refunded with one (for 30 days: it has to be called off), waybills with a"
              + " number that another application has, parked messages, payments and events that wait or fit"
              + " nothing, each with its age. At most 100 of a kind, the oldest first. What is young is"
              + " usually just on its way.")
  @APIResponse(
      responseCode = "200",
      description = "As of one moment.",
      content = @Content(schema = @Schema(implementation = Reconciliation.class)))
  public Reconciliation list() {
    return reconcile.reconcile();
  }
}
