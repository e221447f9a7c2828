package dev.uketsuke.jobs;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Runs a job on request, for platforms on which no scheduler runs (contract §3.8). */
@Path("/v1/jobs")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.SERVICE)
@Tag(name = "Jobs")
class JobsResource {

  private final RunJob runJob;

  JobsResource(RunJob runJob) {
    this.runJob = runJob;
  }

  @POST
  @Path("{name}")
  @Operation(
      operationId = "runJob",
      summary = "Run a job once",
      description =
          "Makes one bounded run and answers when it has ended. Several runs at once do no harm. If"
              + " finished is false, more is due: send the request again. Needs the role service.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/JobDone")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public JobReport run(
      @Parameter(
              description = "The job's name, such as retention.",
              schema = @Schema(type = SchemaType.STRING),
              example = "retention")
          @PathParam("name")
          String name) {
    return runJob.run(name).orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND).toException());
  }
}
