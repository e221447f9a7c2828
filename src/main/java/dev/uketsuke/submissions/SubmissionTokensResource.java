package dev.uketsuke.submissions;

import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers {@code POST /v1/submission-tokens} with a new token (contract §3.3). */
@Path("/v1/submission-tokens")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Tag(name = "Submission tokens")
class SubmissionTokensResource {

  private final CallerAccount caller;
  private final IssueSubmissionToken issueSubmissionToken;

  SubmissionTokensResource(CallerAccount caller, IssueSubmissionToken issueSubmissionToken) {
    this.caller = caller;
    this.issueSubmissionToken = issueSubmissionToken;
  }

  @POST
  @Blocking
  @Operation(
      operationId = "issueSubmissionToken",
      summary = "Ask for a submission token",
      description =
          "Send the token as the Idempotency-Key of one submission, from the same account and before"
              + " expiresAt. The accepted application spends it; a refused or failed submission does"
              + " not. From then on it behaves like any key: a resend is replayed until the"
              + " keyExpiresAt of the receipt. Takes no body.")
  @APIResponse(responseCode = "201", ref = "#/components/responses/IssuedToken")
  @APIResponse(responseCode = "429", ref = "#/components/responses/TooManyTokens")
  public Uni<Response> issue() {
    return Uni.createFrom()
        .completionStage(issueSubmissionToken.issue(caller.account()))
        .map(SubmissionTokensResource::answer);
  }

  private static Response answer(IssueOutcome outcome) {
    return outcome.fold(
        token -> Response.status(Response.Status.CREATED).entity(token).build(),
        until ->
            Problem.of(ProblemType.TOO_MANY_REQUESTS)
                .detail("This account has as many unspent submission tokens as it may have.")
                .retryAfter(until)
                .toResponse());
  }
}
