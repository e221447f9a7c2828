package dev.uketsuke.applications;

import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.idempotency.KeyReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;

/** Asking whether a submission got through, DESIGN §3.2. */
@Path("/v1/submissions")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
class SubmissionsResource {

  private final CallerAccount caller;
  private final InquireSubmission inquireSubmission;

  SubmissionsResource(CallerAccount caller, InquireSubmission inquireSubmission) {
    this.caller = caller;
    this.inquireSubmission = inquireSubmission;
  }

  @GET
  public SubmissionState inquire(@QueryParam("idempotencyKey") String idempotencyKey)
      throws SQLException {
    KeyReading key = KeyReading.ofParameter(idempotencyKey);
    return inquireSubmission.inquire(
        new Submission.Slot(
            caller.account(),
            key.key()
                .orElseThrow(
                    () ->
                        Problem.of(
                                idempotencyKey == null
                                    ? ProblemType.IDEMPOTENCY_KEY_MISSING
                                    : ProblemType.IDEMPOTENCY_KEY_INVALID)
                            .detail(key.refusal())
                            .toException())));
  }
}
