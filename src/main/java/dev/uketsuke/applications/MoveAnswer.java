package dev.uketsuke.applications;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.function.Function;

/** Translates the outcome of a move into an HTTP answer (contract §3.4). */
final class MoveAnswer {

  private MoveAnswer() {}

  /**
   * Returns the answer.
   *
   * @param shown what the caller may see of the application
   */
  static Response of(MoveOutcome outcome, Function<ShippingApplication, ApplicationView> shown) {
    return switch (outcome.decision()) {
      case MOVES -> current(outcome.life(), shown).build();
      case REPEATS -> current(outcome.life(), shown).header("Idempotent-Replayed", "true").build();
      case OTHER_FEE ->
          refusal(
              outcome.life(), "Another fee was confirmed for this application before; it is kept.");
      case LEFT_TO_PAYMENTS ->
          refusal(
              outcome.life(),
              "Only callbacks of the payment provider make this move; staff cannot.");
      case ILLEGAL -> refusal(outcome.life(), ProblemType.ILLEGAL_TRANSITION.explanation());
    };
  }

  /**
   * Returns an answer with the present state. It is read again, because messages that were kept
   * until the move may have moved the application further.
   */
  private static Response.ResponseBuilder current(
      ApplicationLife life, Function<ShippingApplication, ApplicationView> shown) {
    ShippingApplication application =
        ShippingApplication.withHistory(life.id())
            .orElseThrow(() -> new IllegalStateException("Application " + life.id() + " is gone"));
    return Response.ok(shown.apply(application), MediaType.APPLICATION_JSON_TYPE);
  }

  private static Response refusal(ApplicationLife life, String detail) {
    return Problem.of(ProblemType.ILLEGAL_TRANSITION)
        .detail(detail)
        .with("currentStatus", life.status().name())
        .with("allowed", life.status().next().stream().map(Enum::name).toList())
        .toResponse();
  }
}
