package dev.uketsuke.applications;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers {@code GET /v1/applications/{applicationId}} (contract §3.2). */
@Path("/v1/applications")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Blocking
@Tag(name = "Applications")
class ApplicationsResource {

  private final CallerAccount caller;
  private final HowToPay howToPay;
  private final ObjectMapper json;

  ApplicationsResource(CallerAccount caller, HowToPay howToPay, ObjectMapper json) {
    this.caller = caller;
    this.howToPay = howToPay;
    this.json = json;
  }

  @GET
  @Path("/{applicationId}")
  @Operation(
      operationId = "getApplication",
      summary = "Read an application and its history",
      description =
          "The answer has an `ETag`. Send it back in `If-None-Match`: while nothing has changed the"
              + " answer is 304 without a body. An application that was archived is read from the"
              + " archive, and the answer is the same as before.")
  @Parameter(ref = "#/components/parameters/IfNoneMatch")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Application")
  @APIResponse(responseCode = "304", ref = "#/components/responses/NotModified")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public Response get(
      @Parameter(
              description = "The application's id, from its receipt.",
              schema = @Schema(type = SchemaType.STRING, format = "uuid"),
              example = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11")
          @PathParam("applicationId")
          String applicationId,
      @Context HttpHeaders headers)
      throws JsonProcessingException {
    // A text that is not a UUID gets the same answer as an unknown application (P7).
    ApplicationView view =
        CanonicalUuid.parse(applicationId)
            .flatMap(ShippingApplication::withHistory)
            .filter(found -> caller.isStaff() || found.belongsTo(caller.account().id()))
            .map(found -> found.view(caller.isStaff()))
            .map(howToPay::tell)
            .orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND).toException());
    return TaggedAnswer.of(json.writeValueAsBytes(view), headers);
  }
}
