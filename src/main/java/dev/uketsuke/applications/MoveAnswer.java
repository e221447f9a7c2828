package dev.uketsuke.applications;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The outcome of a move in the words of HTTP, contract §3.4. */
final class MoveAnswer {

  private MoveAnswer() {}

  static Response of(MoveOutcome outcome) {
    return switch (outcome.verdict()) {
      case MOVES -> current(outcome.life()).build();
      case REPEATS -> current(outcome.life()).header("Idempotent-Replayed", "true").build();
      case OTHER_FEE ->
          refusal(outcome.life(), "Another fee was confirmed for this application; it stands.");
      case LEFT_TO_PAYMENTS ->
          refusal(
              outcome.life(),
              "This move is made by the payment provider's callback, not by staff.");
      case ILLEGAL -> refusal(outcome.life(), ProblemType.ILLEGAL_TRANSITION.explanation());
    };
  }

  /** The state is read anew: what waited for the move may have moved the application on. */
  private static Response.ResponseBuilder current(ApplicationLife life) {
    ShippingApplication application =
        ShippingApplication.withHistory(life.id())
            .orElseThrow(() -> new IllegalStateException("applications are never deleted"));
    return Response.ok(application.view(), MediaType.APPLICATION_JSON_TYPE);
  }

  private static Response refusal(ApplicationLife life, String detail) {
    return Problem.of(ProblemType.ILLEGAL_TRANSITION)
        .detail(detail)
        .with("currentStatus", life.status().name())
        .with("allowed", life.status().next().stream().map(Enum::name).toList())
        .toResponse();
  }
}
