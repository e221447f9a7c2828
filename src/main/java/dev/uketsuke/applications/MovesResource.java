package dev.uketsuke.applications;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.accounts.Role;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.json.StrictJson;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers requests for moves: those of staff, and cancellations (contract §3.4). */
@Path("/v1/applications/{applicationId}")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Tag(name = "Moves")
class MovesResource {

  private final CallerAccount caller;
  private final StrictJson json;
  private final RequestMove requestMove;
  private final HowToPay howToPay;

  MovesResource(CallerAccount caller, StrictJson json, RequestMove requestMove, HowToPay howToPay) {
    this.caller = caller;
    this.json = json;
    this.requestMove = requestMove;
    this.howToPay = howToPay;
  }

  @POST
  @Blocking
  @Path("/transitions")
  @Consumes(MediaType.APPLICATION_JSON)
  @RolesAllowed(Role.STAFF)
  @Operation(
      operationId = "moveApplication",
      summary = "Move an application on (staff)",
      description =
          "ACCEPTED → WAREHOUSE_CHECKED → FEE_CONFIRMED → PAID → SHIPPED → DELIVERED; CANCELLED until it"
              + " is paid. PAID and REFUNDED come from payment callbacks only.")
  @RequestBody(ref = "#/components/requestBodies/Transition")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Moved")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/IllegalTransition")
  public Uni<Response> transition(
      @Parameter(
              description = "The application's id, from its receipt.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("applicationId")
          String id,
      @Context RoutingContext context) {
    ObjectNode object = object(ReceivedBody.of(context));
    TransitionRequest request =
        TransitionRequest.read(ObjectReading.of(object, TransitionRequest.members()));
    return move(caller.account(), id, life -> true, request::on);
  }

  @POST
  @Blocking
  @Path("/cancellation")
  @Operation(
      operationId = "cancelApplication",
      summary = "Cancel an application before it is paid",
      description =
          "The account of the application and staff can cancel it until it is paid; after that, ask"
              + " staff for a refund. The request needs no body; an empty JSON object is accepted, too.")
  @RequestBody(ref = "#/components/requestBodies/Cancellation")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Moved")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  @APIResponse(responseCode = "409", ref = "#/components/responses/IllegalTransition")
  public Uni<Response> cancel(
      @Parameter(
              description = "The application's id, from its receipt.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("applicationId")
          String id,
      @Context HttpHeaders headers,
      @Context RoutingContext context) {
    Account account = caller.account();
    boolean staff = caller.isStaff();
    refuseContent(ReceivedBody.of(context), headers.getMediaType());
    return move(
        account,
        id,
        life -> staff || life.belongsTo(account.id()),
        life -> life.cancel(life.belongsTo(account.id()) ? Actor.APPLICANT : Actor.STAFF));
  }

  private Uni<Response> move(
      Account account,
      String applicationId,
      Predicate<ApplicationLife> visible,
      Function<ApplicationLife, Move> move) {
    UUID id = CanonicalUuid.parse(applicationId).orElseThrow(MovesResource::notFound);
    boolean staff = caller.isStaff();
    return Uni.createFrom()
        .completionStage(requestMove.request(account, id, visible, move))
        .map(outcome -> outcome.orElseThrow(MovesResource::notFound))
        .map(
            outcome ->
                MoveAnswer.of(outcome, application -> howToPay.tell(application.view(staff))));
  }

  /**
   * Refuses a body with members. A cancellation takes none, and ignoring one would suggest that it
   * has an effect.
   */
  private void refuseContent(byte[] body, MediaType type) {
    if (body.length == 0) {
      return;
    }
    if (type == null || !MediaType.APPLICATION_JSON_TYPE.isCompatible(type)) {
      throw Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE).toException();
    }
    ObjectReading members = ObjectReading.of(object(body), Set.of());
    if (!members.violations().isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(members.violations()).toException();
    }
  }

  private ObjectNode object(byte[] body) {
    return json.object(body)
        .orElseThrow(() -> Problem.of(ProblemType.MALFORMED_JSON).toException());
  }

  private static RuntimeException notFound() {
    return Problem.of(ProblemType.NOT_FOUND).toException();
  }
}
