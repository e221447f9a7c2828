package dev.uketsuke.applications;

import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.lists.PageRequest;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Reads and lists applications over HTTP, contract §3.2. */
@Path("/v1/applications")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Tag(name = "Applications")
class ApplicationsResource {

  private final CallerAccount caller;
  private final ListApplications listApplications;

  ApplicationsResource(CallerAccount caller, ListApplications listApplications) {
    this.caller = caller;
    this.listApplications = listApplications;
  }

  @GET
  @Operation(
      operationId = "listApplications",
      summary = "List applications, newest first",
      description = "The caller's own; staff see those of all accounts, with accountId.")
  @APIResponse(
      responseCode = "200",
      description = "One page. nextCursor is null on the last one.",
      content = @Content(schema = @Schema(implementation = ApplicationPage.class)))
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public ApplicationPage list(
      @Parameter(
              description = "Only applications that stand here now.",
              schema = @Schema(implementation = ApplicationStatus.class))
          @QueryParam("status")
          String status,
      @BeanParam PageRequest page) {
    return listApplications.list(
        caller.isStaff() ? Optional.empty() : Optional.of(caller.account().id()),
        page.query(ApplicationStatus.class, "status", status));
  }

  @GET
  @Path("/{applicationId}")
  @Operation(operationId = "getApplication", summary = "Read an application and its history")
  @APIResponse(
      responseCode = "200",
      description = "The current state.",
      content = @Content(schema = @Schema(implementation = ApplicationView.class)))
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public ApplicationView get(
      @Parameter(schema = @Schema(format = "uuid")) @PathParam("applicationId")
          String applicationId) {
    // What is not a UUID is no application either: the same answer as for an unknown one (P7).
    return CanonicalUuid.parse(applicationId)
        .flatMap(ShippingApplication::withHistory)
        .filter(found -> caller.isStaff() || found.belongsTo(caller.account().id()))
        .map(ShippingApplication::view)
        .orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND).toException());
  }
}
