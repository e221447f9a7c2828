package dev.uketsuke.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Decides under which address a request is measured.
 *
 * <p>Guarantee: only the templates of endpoints and one value for everything else become labels of
 * a meter. Rules out that strangers fill the meter with invented addresses, so that the real ones
 * are not measured any more.
 */
@ApplicationScoped
public class MeasuredAddress {
  /** Pages, addresses where nothing is, and requests that are refused before an endpoint. */
  private static final String ANY_OTHER = "/{other}";

  /** Where the framework looks for the template, and puts that of the endpoint it chooses. */
  private static final String TEMPLATE = "UrlPathTemplate";

  /** Ahead of everything that answers. */
  private static final int PRIORITY = 2_000;

  void register(@Observes Filters filters) {
    filters.register(MeasuredAddress::prepare, PRIORITY);
  }

  private static void prepare(RoutingContext context) {
    isOther(context.request());
    context.next();
  }

  /** Measures a request under the one value for everything else, unless an endpoint is chosen. */
  public static void isOther(HttpServerRequest request) {
    if (request instanceof HttpServerRequestInternal known) {
      Context context = known.context();
      context.putLocal(TEMPLATE, ANY_OTHER);
    }
  }
}
