package dev.uketsuke.page;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Adds security headers to HTML answers, above all a Content-Security-Policy.
 *
 * <p>Guarantee: every HTML answer without a policy of its own gets the strict one, whatever its
 * address is. Browsers then run scripts and styles from files of this service only, never text that
 * an attacker has injected into a page.
 */
@ApplicationScoped
class PageHeaders {
  private static final int PRIORITY = 900;
  private static final String POLICY = "Content-Security-Policy";
  private static final String STRICT =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  /** Swagger UI contains inline scripts, so its policy allows them; framing stays forbidden. */
  private static final String FOREIGN =
      "frame-ancestors 'none'; base-uri 'self'; object-src 'none'";

  private static final String FOREIGN_PATH = "/q/";

  void register(@Observes Filters filters) {
    filters.register(PageHeaders::prepare, PRIORITY);
  }

  private static void prepare(RoutingContext context) {
    context.addHeadersEndHandler(
        end -> {
          MultiMap headers = context.response().headers();
          String type = headers.get(HttpHeaders.CONTENT_TYPE);
          if (type == null || !type.startsWith("text/html")) {
            return;
          }
          if (!headers.contains(POLICY)) {
            boolean foreign = context.normalizedPath().startsWith(FOREIGN_PATH);
            headers.set(POLICY, foreign ? FOREIGN : STRICT);
          }
          headers.set("Referrer-Policy", "same-origin");
          headers.set("Cross-Origin-Opener-Policy", "same-origin");
        });
    context.next();
  }
}
