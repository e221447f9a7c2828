package dev.uketsuke.payments;

import dev.uketsuke.accounts.Role;
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
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What staff see of payments, and how they settle one by hand, contract §3.5. */
@Path("/v1/payments")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Payments")
class PaymentsResource {

  private final NoteReading noteReading;
  private final ListPayments listPayments;
  private final ResolvePayment resolvePayment;

  PaymentsResource(
      NoteReading noteReading, ListPayments listPayments, ResolvePayment resolvePayment) {
    this.noteReading = noteReading;
    this.listPayments = listPayments;
    this.resolvePayment = resolvePayment;
  }

  @GET
  @Operation(
      operationId = "listPayments",
      summary = "List payment events, newest first (staff)",
      description = "UNMATCHED ones need a person; reason says why. WAITING ones came too early.")
  @APIResponse(
      responseCode = "200",
      description = "One page. nextCursor is null on the last one.",
      content = @Content(schema = @Schema(implementation = PaymentPage.class)))
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public PaymentPage list(
      @Parameter(
              description = "Only events of which this has become.",
              schema = @Schema(implementation = PaymentState.class))
          @QueryParam("state")
          String state,
      @BeanParam PageRequest page) {
    return listPayments.list(page.query(PaymentState.class, "state", state));
  }

  @POST
  @Path("/{paymentId}/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolvePayment",
      summary = "Settle a payment event by hand (staff)",
      description =
          "For one that is UNMATCHED or WAITING. Settled once, with one note, which becomes part of the"
              + " application's history; the same note again is answered as a repetition.")
  @APIResponse(
      responseCode = "200",
      description = "Settled, now or before with this note (Idempotent-Replayed: true).",
      content = @Content(schema = @Schema(implementation = PaymentView.class)))
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/PaymentNotOpen")
  public Response resolve(
      @Parameter(schema = @Schema(format = "uuid")) @PathParam("paymentId") String paymentId,
      @RequestBody(ref = "#/components/requestBodies/Resolution") InputStream body)
      throws IOException {
    String note = noteReading.read(body);
    UUID id = CanonicalUuid.parse(paymentId).orElseThrow(PaymentsResource::notFound);
    return switch (resolvePayment.resolve(id, note).orElseThrow(PaymentsResource::notFound)) {
      case SETTLED -> Response.ok(Payment.current(id)).build();
      case REPEATED ->
          Response.ok(Payment.current(id)).header("Idempotent-Replayed", "true").build();
      case NOT_OPEN ->
          Problem.of(ProblemType.PAYMENT_CONFLICT)
              .detail("The payment has taken effect, or was settled with another note.")
              .toResponse();
    };
  }

  private static RuntimeException notFound() {
    return Problem.of(ProblemType.NOT_FOUND).toException();
  }
}
