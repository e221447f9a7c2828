package dev.uketsuke.problems;

import dev.uketsuke.requests.RequestId;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Sends a problem from a Vert.x handler, where JAX-RS exception mappers do not work.
 *
 * <p>A request that fails before it reaches an endpoint therefore gets the same shape of answer as
 * one that fails inside an endpoint.
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
      // Part of the answer has been sent; only a broken connection shows that it is incomplete.
      context.request().connection().close();
      return;
    }
    response.setStatusCode(problem.status());
    problem.headers().forEach(response::putHeader);
    response.end(Buffer.buffer(problem.inRequest(RequestId.of(context)).toJson()));
  }
}
