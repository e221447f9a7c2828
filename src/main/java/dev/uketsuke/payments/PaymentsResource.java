package dev.uketsuke.payments;

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

/** Answers requests of staff to list and settle payment events (contract §3.5). */
@Path("/v1/payments")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.STAFF)
@Tag(name = "Payments")
class PaymentsResource {

  private final NoteReading noteReading;
  private final ListPayments listPayments;
  private final SettlePayment settlePayment;
  private final SettlePayments settlePayments;

  PaymentsResource(
      NoteReading noteReading,
      ListPayments listPayments,
      SettlePayment settlePayment,
      SettlePayments settlePayments) {
    this.noteReading = noteReading;
    this.listPayments = listPayments;
    this.settlePayment = settlePayment;
    this.settlePayments = settlePayments;
  }

  @GET
  @Operation(
      operationId = "listPayments",
      summary = "List payment events, newest first (staff)",
      description =
          "A person has to settle UNMATCHED events; reason says why. WAITING events came too early and are"
              + " applied as soon as the application allows it. Filters are combined by \"and\".")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Payments")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public PaymentPage list(@BeanParam PaymentFilterRequest filters, @BeanParam PageRequest page) {
    ListParameters parameters = new ListParameters();
    PaymentFilter filter = filters.filter(parameters);
    ListQuery<PaymentState> query = page.query(parameters, "payments" + filter);
    parameters.check();
    return listPayments.list(filter, query);
  }

  @POST
  @Path("/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolvePayments",
      summary = "Settle many payment events by hand (staff)",
      description =
          "Settles the UNMATCHED and WAITING events that match the filter, the oldest first, at most 100,"
              + " all with the same note. At least one filter is required. Send the request again while"
              + " more is true, or if the answer was lost: settled events stay as they are.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledPayments")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public SettlePayments.Settled settleAll(
      @BeanParam PaymentFilterRequest filters, @Context RoutingContext context) {
    ListParameters parameters = new ListParameters();
    PaymentFilter filter = filters.filter(parameters);
    parameters.check();
    if (filter.isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST)
          .detail("Give at least one filter, so that not everything is settled by mistake.")
          .toException();
    }
    return settlePayments.settle(filter, noteReading.read(ReceivedBody.of(context)));
  }

  @POST
  @Path("/{paymentId}/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "resolvePayment",
      summary = "Settle a payment event by hand (staff)",
      description =
          "Settles an event that is UNMATCHED or WAITING. The note becomes part of the application's"
              + " history. The same note again is answered as a repetition; another note is refused.")
  @RequestBody(ref = "#/components/requestBodies/Resolution")
  @APIResponse(responseCode = "200", ref = "#/components/responses/SettledPayment")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/PaymentNotOpen")
  public Response settle(
      @Parameter(
              description = "The payment event's id, from the list.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("paymentId")
          String paymentId,
      @Context RoutingContext context) {
    String note = noteReading.read(ReceivedBody.of(context));
    UUID id = CanonicalUuid.parse(paymentId).orElseThrow(PaymentsResource::notFound);
    return switch (settlePayment.settle(id, note).orElseThrow(PaymentsResource::notFound)) {
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
