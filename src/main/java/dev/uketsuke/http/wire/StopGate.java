package dev.uketsuke.http.wire;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemAnswer;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Refuses new requests shortly before a stopping service closes its connections.
 *
 * <p>When a stop begins, readiness is reported as down, and requests are still served until load
 * balancers have noticed. Shortly before the framework begins to wait for the requests in progress,
 * this class starts to refuse new ones with 503. Otherwise a request could arrive after that wait:
 * its work would be committed, but the connection would be closed before the answer was sent.
 */
@ApplicationScoped
class StopGate {

  /** Runs before every handler that begins work, and after the one that adds headers to answers. */
  private static final int PRIORITY = 950;

  private static final long MARGIN_MILLIS = 500;

  private final Vertx vertx;
  private final Duration delay;
  private volatile boolean stopping;

  StopGate(Vertx vertx, @ConfigProperty(name = "quarkus.shutdown.delay") Duration delay) {
    this.vertx = vertx;
    this.delay = delay;
  }

  void register(@Observes Filters filters) {
    filters.register(this::admit, PRIORITY);
  }

  void stop(@Observes ShutdownDelayInitiatedEvent event) {
    vertx.setTimer(Math.max(1, delay.toMillis() - MARGIN_MILLIS), timer -> stopping = true);
  }

  private void admit(RoutingContext context) {
    // Probes and metrics begin no work, and operators need them until the end.
    if (stopping && !context.normalizedPath().startsWith("/q/")) {
      ProblemAnswer.send(
          context,
          Problem.of(ProblemType.TEMPORARILY_UNAVAILABLE)
              .retryAfter(Duration.ofSeconds(1))
              .header("Connection", "close"));
    } else {
      context.next();
    }
  }
}
