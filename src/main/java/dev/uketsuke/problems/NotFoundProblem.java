package dev.uketsuke.problems;

import jakarta.ws.rs.NotFoundException;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

/**
 * Answers a 404 of the framework.
 *
 * <p>JAX-RS answers 404 both for a path parameter and for a query parameter that it cannot convert
 * (JAX-RS 3.1 §3.2). A query parameter of the wrong type does not mean that the address is unknown,
 * so this class answers it with 400.
 */
public final class NotFoundProblem {
  private NotFoundProblem() {}

  /** Returns the refusal of the current request. */
  public static Problem of(NotFoundException refusal) {
    return refusal.getCause() != null && onlyQueryCanBeWrong()
        ? Problem.of(ProblemType.INVALID_REQUEST)
            .detail("A query parameter is not of the expected type.")
        : Problem.of(ProblemType.NOT_FOUND);
  }

  private static boolean onlyQueryCanBeWrong() {
    ResteasyReactiveRequestContext context = CurrentRequestManager.get();
    return context != null
        && context.getTarget() != null
        && context.getTarget().getPathParameterIndexes().isEmpty();
  }
}
