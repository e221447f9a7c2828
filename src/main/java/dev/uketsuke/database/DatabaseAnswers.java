package dev.uketsuke.database;

import dev.uketsuke.problems.UnexpectedFault;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers a request whose work in the database failed, as {@link DatabaseProblems} says. */
class DatabaseAnswers {
  private static final Logger LOG = Logger.getLogger(DatabaseAnswers.class);
  private static final Set<String> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  @ServerExceptionMapper
  Response failed(DatabaseException failure, ContainerRequestContext request) {
    return DatabaseProblems.of(failure, READING.contains(request.getMethod()))
        .map(
            problem -> {
              LOG.errorf("the database failed a request: %s", failure.getMessage());
              return problem.toResponse();
            })
        .orElseGet(() -> UnexpectedFault.report(failure).toResponse());
  }
}
