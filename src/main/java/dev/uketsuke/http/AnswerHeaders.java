package dev.uketsuke.http;

import dev.uketsuke.requests.RequestId;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Sets the headers that every answer has, whichever part of the service writes the answer.
 *
 * <p>An answer without {@code Cache-Control} gets {@code no-store}. The address of the request
 * plays no part in this, so no unusual spelling of an address avoids the header.
 */
@ApplicationScoped
class AnswerHeaders {
  private static final int PRIORITY = 1_000;

  void register(@Observes Filters filters) {
    filters.register(AnswerHeaders::prepare, PRIORITY);
  }

  private static void prepare(RoutingContext context) {
    String requestId = RequestId.begin(context);
    context.response().putHeader(RequestId.HEADER, requestId); // WireRefusals may end the answer.
    context.addHeadersEndHandler(
        end -> {
          MultiMap headers = context.response().headers();
          headers.set(RequestId.HEADER, requestId);
          headers.set("X-Content-Type-Options", "nosniff");
          if (!headers.contains(HttpHeaders.CACHE_CONTROL)) {
            headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
          }
        });
    context.next();
  }
}
