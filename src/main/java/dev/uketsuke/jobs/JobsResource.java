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
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Running a job by request, for platforms where no scheduler runs, DESIGN §3.8. */
@Path("/v1/jobs")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.SERVICE)
@Tag(name = "jobs", description = "Work that is due by time, for platforms that scale to zero")
class JobsResource {

  private final RunJob runJob;

  JobsResource(RunJob runJob) {
    this.runJob = runJob;
  }

  @POST
  @Path("{name}")
  @Operation(
      summary = "Run a job once",
      description =
          "One bounded run; many at once do no harm. Answers when it is done. If finished is false,"
              + " more is due: ask again. Needs the role service.")
  @APIResponse(responseCode = "200", description = "What was done")
  @APIResponse(responseCode = "404", description = "not-found: there is no job of this name")
  public JobReport run(@PathParam("name") String name) {
    return runJob.run(name).orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND).toException());
  }
}
