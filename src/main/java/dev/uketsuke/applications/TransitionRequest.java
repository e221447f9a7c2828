package dev.uketsuke.applications;

import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * What staff ask for with {@code POST …/transitions}, contract §3.4.
 *
 * @param to the status to come to
 * @param fee with {@code FEE_CONFIRMED}, and with no other
 */
record TransitionRequest(ApplicationStatus to, Money fee) {

  private static final int MAX_TEXT = 40;

  /**
   * Reads the members.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code invalid-request}
   */
  static TransitionRequest read(ObjectReading body) {
    ApplicationStatus to = status(body);
    Money fee = MoneyReading.read(body, "fee");
    if (to == ApplicationStatus.FEE_CONFIRMED) {
      body.require("fee");
    } else if (to != null && body.has("fee")) {
      body.refuse("fee", Violation.Code.NOT_ALLOWED, "goes with FEE_CONFIRMED only");
    }
    if (!body.violations().isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(body.violations()).toException();
    }
    return new TransitionRequest(to, fee);
  }

  static Set<String> members() {
    return Set.of("to", "fee");
  }

  /** Returns the named move that staff ask for. */
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
