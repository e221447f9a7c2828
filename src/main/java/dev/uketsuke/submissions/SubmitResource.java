package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.http.CurrentTrace;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.idempotency.KeyReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers {@code POST /v1/applications}, which submits an application (contract §3.1). */
@Path("/v1/applications")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Tag(name = "Applications")
class SubmitResource {

  private final CallerAccount caller;
  private final ContentReading reading;
  private final SubmitApplication submitApplication;
  private final CurrentTrace currentTrace;

  SubmitResource(
      CallerAccount caller,
      ContentReading reading,
      SubmitApplication submitApplication,
      CurrentTrace currentTrace) {
    this.caller = caller;
    this.reading = reading;
    this.submitApplication = submitApplication;
    this.currentTrace = currentTrace;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Blocking
  @Operation(
      operationId = "submitApplication",
      summary = "Submit an application",
      description =
          "Accepts the application once per account and key. Send the same request again whenever"
              + " the outcome is not known.")
  @Parameter(ref = "#/components/parameters/IdempotencyKey")
  @RequestBody(ref = "#/components/requestBodies/Submission")
  @APIResponse(responseCode = "201", ref = "#/components/responses/Created")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Replayed")
  @APIResponse(responseCode = "400", ref = "#/components/responses/RefusedSubmission")
  @APIResponse(responseCode = "409", ref = "#/components/responses/SubmissionConflict")
  @APIResponse(responseCode = "410", ref = "#/components/responses/KeyExpired")
  @APIResponse(responseCode = "429", ref = "#/components/responses/TooManyNewKeys")
  @APIResponse(responseCode = "503", ref = "#/components/responses/SubmissionUnavailable")
  public Uni<Response> submit(@Context HttpHeaders headers, @Context RoutingContext request) {
    Account account = caller.account();
    byte[] json = ReceivedBody.readJson(headers, request);
    List<String> lines = headers.getRequestHeader("Idempotency-Key");
    KeyReading key = KeyReading.ofHeader(lines == null ? List.of() : lines);
    if (key.key().isEmpty()) {
      ProblemType type =
          lines == null || lines.isEmpty()
              ? ProblemType.IDEMPOTENCY_KEY_MISSING
              : ProblemType.IDEMPOTENCY_KEY_INVALID;
      return answer(Problem.of(type).detail(key.refusal()));
    }
    ContentReading.Result content = reading.read(json);
    if (content.content() == null) {
      return answer(
          content.violations().isEmpty()
              ? Problem.of(ProblemType.MALFORMED_JSON)
              : Problem.of(ProblemType.INVALID_REQUEST).violations(content.violations()));
    }
    Submission submission =
        new Submission(account, key.key().get(), content.content(), currentTrace.traceparent());
    return Uni.createFrom()
        .completionStage(submitApplication.submit(submission))
        .map(SubmissionAnswer::of);
  }

  private static Uni<Response> answer(Problem problem) {
    return Uni.createFrom().item(problem.toResponse());
  }
}
