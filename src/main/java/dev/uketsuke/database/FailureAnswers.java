package dev.uketsuke.database;

import dev.uketsuke.problems.UnexpectedFault;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Answers requests whose work in the database failed and that do not handle the failure themselves.
 */
class FailureAnswers {

  private static final Logger LOG = Logger.getLogger(FailureAnswers.class);

  private final Connections connections;

  FailureAnswers(Connections connections) {
    this.connections = connections;
  }

  @ServerExceptionMapper({DatabaseException.class, SQLException.class, PersistenceException.class})
  Response failed(Exception failure, Request request) {
    connections.closeIfServerIsLost(DatabaseFailure.sqlCause(failure));
    boolean reading =
        HttpMethod.GET.equals(request.getMethod()) || HttpMethod.HEAD.equals(request.getMethod());
    return DatabaseProblems.of(failure, reading)
        .map(
            problem -> {
              LOG.warnf(
                  "A request was answered with %s because of a database failure: %s",
                  problem.type(), DatabaseFailure.sqlCause(failure).getMessage());
              return problem;
            })
        .orElseGet(() -> UnexpectedFault.report(failure))
        .toResponse();
  }
}
