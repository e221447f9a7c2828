package dev.uketsuke.database;

import dev.uketsuke.problems.UnexpectedFault;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers a request whose work in the database failed and that has no better word for it. */
class FailureAnswers {

  private static final Logger LOG = Logger.getLogger(FailureAnswers.class);

  private final Connections connections;

  FailureAnswers(Connections connections) {
    this.connections = connections;
  }

  @ServerExceptionMapper({DatabaseException.class, SQLException.class, PersistenceException.class})
  Response failed(Exception failure, Request request) {
    connections.met(DatabaseFailure.sqlCause(failure));
    boolean reading =
        HttpMethod.GET.equals(request.getMethod()) || HttpMethod.HEAD.equals(request.getMethod());
    return DatabaseProblems.of(failure, reading)
        .map(
            problem -> {
              LOG.warnf(
                  "A request got %s because of the database: %s",
                  problem.type(), DatabaseFailure.sqlCause(failure).getMessage());
              return problem;
            })
        .orElseGet(() -> UnexpectedFault.report(failure))
        .toResponse();
  }
}
