package dev.uketsuke.problems;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Sends a problem from below JAX-RS, where no exception mapper is at work.
 *
 * <p>A request that fails before it reaches an endpoint gets the same shape of answer as one that
 * fails in it.
 */
public final class ProblemAnswer {
  private ProblemAnswer() {}

  /** Sends the problem and ends the answer; does nothing if an answer has already begun. */
  public static void send(RoutingContext context, Problem problem) {
    HttpServerResponse response = context.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (response.headWritten()) {
      // Half an answer is out already; only a broken connection tells the client not to trust it.
      context.request().connection().close();
      return;
    }
    response.setStatusCode(problem.status());
    problem.headers().forEach(response::putHeader);
    response.end(Buffer.buffer(problem.toJson()));
  }
}
