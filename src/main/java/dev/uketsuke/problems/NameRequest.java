package dev.uketsuke.problems;

import dev.uketsuke.requests.RequestId;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Writes the document of each problem that an endpoint answers with, and names the request in it.
 *
 * <p>A submission that waited may be decided on a thread of another request. The problem is
 * therefore written here, where the framework says which request it answers.
 */
class NameRequest {

  @ServerResponseFilter
  void write(ContainerResponseContext response, RoutingContext request) {
    if (response.getEntity() instanceof Problem problem) {
      // A string: an endpoint that returns a record would write bytes as a JSON string, in Base64.
      response.setEntity(problem.inRequest(RequestId.of(request)).toNode().toString());
    }
  }
}
