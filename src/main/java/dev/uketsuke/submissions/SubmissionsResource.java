package dev.uketsuke.submissions;

import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.idempotency.KeyReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers inquiries about submissions (contract §3.2). */
@Path("/v1/submissions")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Tag(name = "Submissions")
class SubmissionsResource {

  private final CallerAccount caller;
  private final InquireSubmission inquireSubmission;

  SubmissionsResource(CallerAccount caller, InquireSubmission inquireSubmission) {
    this.caller = caller;
    this.inquireSubmission = inquireSubmission;
  }

  @GET
  @Blocking
  @Operation(
      operationId = "inquireSubmission",
      summary = "Did my submission get through?",
      description =
          "The answer is conclusive: while any open transaction holds the key the state is"
              + " IN_PROGRESS, never NOT_RECORDED. The inquiry changes nothing. A key that only"
              + " another account has used is NOT_RECORDED.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/KnownSubmission")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidKey")
  public Uni<SubmissionState> inquire(
      @Parameter(
              required = true,
              description = "The key as it was sent, unquoted and URL-encoded.",
              schema =
                  @Schema(
                      type = SchemaType.STRING,
                      minLength = 1,
                      maxLength = IdempotencyKey.MAX_LENGTH),
              example = "action-001")
          @QueryParam("idempotencyKey")
          String idempotencyKey) {
    KeyReading key = KeyReading.ofParameter(idempotencyKey);
    Submission.Slot slot =
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
                            .toException()));
    return Uni.createFrom().completionStage(inquireSubmission.inquire(slot));
  }
}
