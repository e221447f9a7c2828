package dev.uketsuke.applications;

import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * The body of {@code POST /v1/applications/{applicationId}/transitions} (contract §3.4).
 *
 * @param to the requested status
 * @param fee the fee, which {@code FEE_CONFIRMED} needs and no other status takes; null otherwise
 */
record TransitionRequest(ApplicationStatus to, Money fee) {

  private static final int MAX_TEXT = 40;

  /**
   * Returns the request that a body contains.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code invalid-request} if a rule is broken
   */
  static TransitionRequest read(ObjectReading body) {
    ApplicationStatus to = status(body);
    Money fee = MoneyReading.read(body, "fee");
    if (to == ApplicationStatus.FEE_CONFIRMED) {
      body.require("fee");
    } else if (to != null && body.has("fee")) {
      body.refuse("fee", Violation.Code.NOT_ALLOWED, "is allowed with FEE_CONFIRMED only");
    }
    if (!body.violations().isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(body.violations()).toException();
    }
    return new TransitionRequest(to, fee);
  }

  static Set<String> members() {
    return Set.of("to", "fee");
  }

  /** Returns the requested move, as the application decides it. */
  Move on(ApplicationLife life) {
    return switch (to) {
      case ACCEPTED -> life.accept(Actor.STAFF);
      case WAREHOUSE_CHECKED -> life.check(Actor.STAFF);
      case FEE_CONFIRMED -> life.confirmFee(fee);
      case PAID, REFUNDED -> life.leaveToPayments(to);
      case SHIPPED -> life.ship(Actor.STAFF, null);
      case DELIVERED -> life.deliver(Actor.STAFF);
      case CANCELLED -> life.cancel(Actor.STAFF);
    };
  }

  private static ApplicationStatus status(ObjectReading body) {
    String name = body.require("to") ? body.text("to", MAX_TEXT) : null;
    if (name == null) {
      return null;
    }
    ApplicationStatus[] known = ApplicationStatus.values();
    Optional<ApplicationStatus> found =
        Arrays.stream(known).filter(status -> status.name().equals(name)).findFirst();
    if (found.isEmpty()) {
      body.refuse("to", Violation.Code.NOT_A_CHOICE, "must be one of " + Arrays.toString(known));
    }
    return found.orElse(null);
  }
}
