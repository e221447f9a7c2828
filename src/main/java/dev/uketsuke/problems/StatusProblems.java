package dev.uketsuke.problems;

import java.time.Duration;

/** Finds the catalogue entry for a client error that a framework reports as a bare status. */
final class StatusProblems {
  private StatusProblems() {}

  /**
   * Returns the problem for a status.
   *
   * @param status from 400 to 499, or 503; other statuses do not come here
   */
  static Problem of(int status) {
    switch (status) {
      case 401:
        return Problem.of(ProblemType.AUTHENTICATION_REQUIRED).header("WWW-Authenticate", "Bearer");
      case 403:
        return Problem.of(ProblemType.FORBIDDEN);
      case 404:
        return Problem.of(ProblemType.NOT_FOUND);
      case 405:
        return Problem.of(ProblemType.METHOD_NOT_ALLOWED);
      case 406:
        return Problem.of(ProblemType.NOT_ACCEPTABLE);
      case 413:
        return Problem.of(ProblemType.PAYLOAD_TOO_LARGE);
      case 415:
        return Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE);
      case 429:
        return Problem.of(ProblemType.TOO_MANY_REQUESTS).retryAfter(Duration.ofSeconds(1));
      case 503:
        return unavailable();
      default:
        return Problem.of(ProblemType.INVALID_REQUEST).detail("The request cannot be understood.");
    }
  }

  static Problem unavailable() {
    return Problem.of(ProblemType.TEMPORARILY_UNAVAILABLE).retryAfter(Duration.ofSeconds(2));
  }
}
