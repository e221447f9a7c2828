package dev.uketsuke.problems;

import jakarta.ws.rs.WebApplicationException;

/**
 * Carries a problem out of a place that cannot return one.
 *
 * <p>It is an answer, not a fault: it has no stack trace to log.
 */
final class ProblemException extends WebApplicationException {
  private static final long serialVersionUID = 1L;

  ProblemException(Problem problem) {
    super(problem.toString(), problem.toResponse());
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
