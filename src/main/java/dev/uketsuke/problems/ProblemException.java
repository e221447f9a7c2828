package dev.uketsuke.problems;

import jakarta.ws.rs.WebApplicationException;

/**
 * Carries a problem out of code that cannot return one.
 *
 * <p>The exception stands for an answer and not for a fault, so it has no stack trace.
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
