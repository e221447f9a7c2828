package dev.uketsuke.applications;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.http.RequestBody;
import dev.uketsuke.idempotency.KeyReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Handing in, reading and listing applications over HTTP, DESIGN §3.1 and §3.2. */
@Path("/v1/applications")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
class ApplicationsResource {

  private final CallerAccount caller;
  private final ContentReading reading;
  private final SubmitApplication submitApplication;
  private final ListApplications listApplications;

  ApplicationsResource(
      CallerAccount caller,
      ContentReading reading,
      SubmitApplication submitApplication,
      ListApplications listApplications) {
    this.caller = caller;
    this.reading = reading;
    this.submitApplication = submitApplication;
    this.listApplications = listApplications;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Blocking
  public Uni<Response> submit(@Context HttpHeaders headers, InputStream body) throws IOException {
    Account account = caller.account();
    List<String> lines = headers.getRequestHeader("Idempotency-Key");
    KeyReading key = KeyReading.ofHeader(lines == null ? List.of() : lines);
    if (key.key().isEmpty()) {
      ProblemType type =
          lines == null || lines.isEmpty()
              ? ProblemType.IDEMPOTENCY_KEY_MISSING
              : ProblemType.IDEMPOTENCY_KEY_INVALID;
      return answer(Problem.of(type).detail(key.refusal()));
    }
    ContentReading.Result content = reading.read(RequestBody.read(body));
    if (content.content() == null) {
      return answer(
          content.violations().isEmpty()
              ? Problem.of(ProblemType.MALFORMED_JSON)
              : Problem.of(ProblemType.INVALID_REQUEST).violations(content.violations()));
    }
    Submission submission = new Submission(account, key.key().get(), content.content());
    return Uni.createFrom()
        .completionStage(submitApplication.submit(submission))
        .map(SubmissionAnswer::of);
  }

  @GET
  public ApplicationPage list(
      @QueryParam("status") String status,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    ListParameters parameters = new ListParameters();
    ListApplications.Query query =
        new ListApplications.Query(
            caller.isStaff() ? Optional.empty() : Optional.of(caller.account().id()),
            parameters.oneOf(ApplicationStatus.class, "status", status),
            parameters.limit(limit),
            parameters.cursor(cursor));
    parameters.check();
    return listApplications.list(query);
  }

  @GET
  @Path("/{applicationId}")
  public ApplicationView get(@PathParam("applicationId") String applicationId) {
    return parse(applicationId)
        .flatMap(ShippingApplication::withHistory)
        .filter(found -> caller.isStaff() || found.belongsTo(caller.account().id()))
        .map(ShippingApplication::view)
        .orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND).toException());
  }

  /** What is not a UUID is no application either: the same answer as for an unknown one (P7). */
  private static Optional<UUID> parse(String id) {
    try {
      return Optional.of(UUID.fromString(id));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Uni<Response> answer(Problem problem) {
    return Uni.createFrom().item(problem.toResponse());
  }
}
