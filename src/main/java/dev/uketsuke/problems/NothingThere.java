package dev.uketsuke.problems;

import jakarta.ws.rs.NotFoundException;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

/**
 * Tells what the framework means by 404: that nothing is there, or that a parameter of the query
 * cannot be read.
 *
 * <p>JAX-RS reports a path and a query parameter that cannot be converted alike (JAX-RS 3.1 §3.2);
 * the second is a mistake in the request and says nothing of the address.
 */
public final class NothingThere {
  private NothingThere() {}

  /** The refusal of the request at hand. */
  public static Problem problem(NotFoundException refusal) {
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
