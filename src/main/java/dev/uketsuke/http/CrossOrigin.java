package dev.uketsuke.http;

import dev.uketsuke.requests.RequestId;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.CorsHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Set;

/**
 * Lets pages of the configured origins read answers of the API (CORS, Fetch Standard §3.2).
 *
 * <p>Guarantee: a browser shows an answer to a page of another site only if its origin is
 * configured, and never with the credentials that the browser itself would add, because {@code
 * Access-Control-Allow-Credentials} is never sent. An origin that is not configured is served as if
 * this class did not exist: its browser refuses the preflight and hides the answer.
 */
@ApplicationScoped
public class CrossOrigin {
  /**
   * Runs after the handlers that add headers to every answer and refuse requests during a stop, and
   * before the caller is authenticated, because a preflight carries no credential.
   */
  private static final int PRIORITY = 890;

  private static final int PREFLIGHT_SECONDS = 600;

  private static final Set<String> ALLOWED =
      Set.of(
          "Authorization",
          "Content-Type",
          "Idempotency-Key",
          "If-None-Match",
          "traceparent",
          RequestId.HEADER);

  private static final Set<String> EXPOSED =
      Set.of(
          "Deprecation",
          "ETag",
          "Idempotency-Expires",
          "Idempotent-Replayed",
          "Link",
          "Location",
          "RateLimit",
          "RateLimit-Policy",
          "Retry-After",
          "Sunset",
          "WWW-Authenticate",
          RequestId.HEADER);

  private final Set<String> origins;

  CrossOrigin(CrossOriginSettings settings) {
    this.origins = Set.copyOf(settings.origins().orElse(List.of()));
  }

  void register(@Observes Filters filters) {
    if (origins.isEmpty()) {
      return;
    }
    CorsHandler handler =
        CorsHandler.create()
            .addOrigins(List.copyOf(origins))
            .allowedMethods(Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST))
            .allowedHeaders(ALLOWED)
            .exposedHeaders(EXPOSED)
            .maxAgeSeconds(PREFLIGHT_SECONDS);
    filters.register(context -> admit(context, handler), PRIORITY);
  }

  private void admit(RoutingContext context, CorsHandler handler) {
    if (ApiAddress.is(context.request().path()) && allows(context.request())) {
      handler.handle(context);
    } else {
      context.next();
    }
  }

  /** Checks whether a page of a configured origin sent the request. */
  public boolean allows(HttpServerRequest request) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin != null && origins.contains(origin);
  }
}
