package dev.uketsuke.problems;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.RejectedExecutionException;

/**
 * Answers requests that fail outside JAX-RS, such as those with an address that cannot be decoded.
 *
 * <p>Without this class the framework's own error page would answer, which is not a problem
 * document and shows stack traces in dev mode.
 */
@ApplicationScoped
class RouteFailures {
  /**
   * This handler comes after the failure handler of JAX-RS, which answers security failures, and
   * before the framework's error page.
   */
  private static final int ORDER = 30_000;

  void register(@Observes Router router) {
    router.route().order(ORDER).failureHandler(RouteFailures::answer);
    for (int status : new int[] {400, 404, 405, 406, 413, 414, 415, 431, 500}) {
      router.errorHandler(status, RouteFailures::answer);
    }
  }

  private static void answer(RoutingContext context) {
    if (!context.response().ended()) {
      ProblemAnswer.send(context, problem(context));
    }
  }

  private static Problem problem(RoutingContext context) {
    int status = context.statusCode();
    if (context.failure() instanceof RejectedExecutionException) {
      return StatusProblems.unavailable();
    }
    if (status >= 400 && status < 500 || status == 503) {
      return StatusProblems.of(status);
    }
    return UnexpectedFault.report(context.failure());
  }
}
