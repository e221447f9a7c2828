package dev.uketsuke.http.wire;

import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Hands the body that {@link BodyGate} received to the endpoint.
 *
 * <p>The whole body is in memory by then, so an endpoint never waits for the client while it holds
 * a thread or a database connection.
 */
class BodyHandover {

  @ServerRequestFilter(preMatching = true, nonBlocking = true)
  void handOver(ContainerRequestContext request, RoutingContext context) {
    byte[] body = context.get(BodyGate.BODY);
    if (body != null) {
      request.setEntityStream(new ByteArrayInputStream(body));
    }
  }
}
