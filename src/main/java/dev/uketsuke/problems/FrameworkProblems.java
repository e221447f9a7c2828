package dev.uketsuke.problems;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Gives every exception that leaves an endpoint, or the framework around it, the shape of a
 * problem.
 *
 * <p>What the client did wrong is 4xx, everything else 500: a fault of ours is never passed off as
 * the client's.
 */
class FrameworkProblems {

  @ServerExceptionMapper
  Response refused(WebApplicationException refusal) {
    Response response = refusal.getResponse();
    int status = response.getStatus();
    if (refusal instanceof ProblemException || status < 400) {
      return response;
    }
    if (status >= 500 && status != 503) {
      return UnexpectedFault.report(refusal).toResponse();
    }
    if (refusal.getCause() instanceof JsonProcessingException) {
      return Problem.of(ProblemType.MALFORMED_JSON).toResponse();
    }
    if (status == 405) {
      return AllowedMethods.problem().toResponse();
    }
    return StatusProblems.of(status).toResponse();
  }

  @ServerExceptionMapper(RejectedExecutionException.class)
  Response overloaded() {
    return StatusProblems.unavailable().toResponse();
  }

  /**
   * Anything else. The two JSON exceptions are named because the framework has mappers of its own
   * for them, which blame the client; the client's JSON was dealt with by {@link RequestJson}.
   */
  @ServerExceptionMapper({
    Throwable.class,
    MismatchedInputException.class,
    InvalidDefinitionException.class
  })
  Response unexpected(Throwable fault) {
    return UnexpectedFault.report(fault).toResponse();
  }
}
