package dev.uketsuke.submissions;

import dev.uketsuke.accounts.CallerAccount;
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
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
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
  @APIResponse(
      responseCode = "200",
      description = "What is known of the caller's key.",
      content =
          @Content(
              schema = @Schema(implementation = SubmissionState.class),
              examples = {
                @ExampleObject(
                    name = "RECORDED",
                    value =
                        """
                        {"state":"RECORDED","receipt":{\
                        "applicationId":"019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11",\
                        "status":"ACCEPTED","acceptedAt":"2026-11-30T09:30:00.123Z",\
                        "keyExpiresAt":"2026-12-30T09:30:00.123Z"},"currentStatus":"SHIPPED",\
                        "advice":"The application was accepted. You need not send it again."}"""),
                @ExampleObject(
                    name = "IN_PROGRESS",
                    value =
                        """
                        {"state":"IN_PROGRESS","advice":"A submission with this key is being processed. \
                        Ask again soon."}"""),
                @ExampleObject(
                    name = "EXPIRED",
                    value =
                        """
                        {"state":"EXPIRED","receipt":{\
                        "applicationId":"019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11",\
                        "status":"ACCEPTED","acceptedAt":"2026-09-30T09:30:00.123Z",\
                        "keyExpiresAt":"2026-10-30T09:30:00.123Z"},"currentStatus":"DELIVERED",\
                        "advice":"The application was accepted. Do not send it again; its key has \
                        expired."}"""),
                @ExampleObject(
                    name = "NOT_RECORDED",
                    value =
                        """
                        {"state":"NOT_RECORDED","advice":"Nothing is recorded under this key. \
                        Send the submission again with the same key."}""")
              }))
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidKey")
  public Uni<SubmissionState> inquire(
      @Parameter(
              required = true,
              description = "The key as it was sent, unquoted and URL-encoded.",
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
