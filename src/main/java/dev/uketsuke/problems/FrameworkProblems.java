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
 * <p>A mistake of the client is answered with 4xx and everything else with 500, so a fault of ours
 * is never blamed on the client.
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
   * Answers every other exception with 500. The two JSON exceptions are listed because the
   * framework's own mappers would answer them with 400; {@link RequestJson} has already refused
   * JSON of the client that cannot be read, so these two come from our own code.
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
