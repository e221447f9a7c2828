package dev.uketsuke.submissions;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;

/** The outcome table of contract §3.1: one outcome, one answer. */
public final class SubmissionAnswer {

  static final String IDEMPOTENCY_EXPIRES = "Idempotency-Expires";
  static final String IDEMPOTENT_REPLAYED = "Idempotent-Replayed";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private SubmissionAnswer() {}

  static Response of(SubmissionOutcome outcome) {
    Receipt receipt = outcome.receipt();
    return switch (outcome.kind()) {
      case CREATED -> created(receipt, outcome.quota());
      case REPLAYED ->
          answer(Response.Status.OK, receipt).header(IDEMPOTENT_REPLAYED, "true").build();
      case CONFLICT -> Problem.of(ProblemType.IDEMPOTENCY_KEY_CONFLICT).toResponse();
      case EXPIRED ->
          Problem.of(ProblemType.IDEMPOTENCY_KEY_EXPIRED)
              .with("applicationId", receipt.applicationId().toString())
              .header(HttpHeaders.LOCATION, receipt.location())
              .toResponse();
      case EXPIRED_OTHER_CONTENT -> Problem.of(ProblemType.IDEMPOTENCY_KEY_EXPIRED).toResponse();
      case TOKEN_INVALID -> Problem.of(ProblemType.SUBMISSION_TOKEN_INVALID).toResponse();
      case TOKEN_REQUIRED -> Problem.of(ProblemType.SUBMISSION_TOKEN_REQUIRED).toResponse();
      case TOO_MANY_KEYS ->
          Problem.of(ProblemType.TOO_MANY_REQUESTS)
              .detail("This account has used as many new keys as it may in a minute.")
              .retryAfter(outcome.quota().reset())
              .header(KeyQuota.POLICY_HEADER, outcome.quota().policy())
              .header(KeyQuota.HEADER, outcome.quota().left())
              .toResponse();
      case IN_PROGRESS -> retry(ProblemType.SUBMISSION_IN_PROGRESS);
      case UNKNOWN -> retry(ProblemType.OUTCOME_UNKNOWN);
      case NOT_BEGUN -> retry(ProblemType.TEMPORARILY_UNAVAILABLE);
    };
  }

  private static Response created(Receipt receipt, KeyQuota quota) {
    Response.ResponseBuilder response = answer(Response.Status.CREATED, receipt);
    if (quota != null) {
      response.header(KeyQuota.POLICY_HEADER, quota.policy()).header(KeyQuota.HEADER, quota.left());
    }
    return response.build();
  }

  private static Response.ResponseBuilder answer(Response.Status status, Receipt receipt) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .header(HttpHeaders.LOCATION, receipt.location())
        .header(IDEMPOTENCY_EXPIRES, receipt.expiresHeader())
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .entity(receipt.bytes());
  }

  private static Response retry(ProblemType type) {
    return Problem.of(type).retryAfter(RETRY_AFTER).toResponse();
  }
}
