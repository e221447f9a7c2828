package dev.uketsuke.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Sets the headers that every answer carries, whoever writes it.
 *
 * <p>An answer that does not say how long it may be kept gets {@code no-store}. This is decided by
 * the answer's headers rather than by its address, so that no spelling of an address avoids it.
 */
@ApplicationScoped
class AnswerHeaders {
  private static final int PRIORITY = 1_000;

  void register(@Observes Filters filters) {
    filters.register(AnswerHeaders::prepare, PRIORITY);
  }

  private static void prepare(RoutingContext context) {
    context.addHeadersEndHandler(
        end -> {
          MultiMap headers = context.response().headers();
          headers.set("X-Content-Type-Options", "nosniff");
          if (!headers.contains(HttpHeaders.CACHE_CONTROL)) {
            headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
          }
        });
    context.next();
  }
}
