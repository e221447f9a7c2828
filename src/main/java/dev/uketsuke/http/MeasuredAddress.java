package dev.uketsuke.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Decides under which address a request appears in the metrics.
 *
 * <p>Guarantee: the label of the meter is the path template of an endpoint, or one fixed value for
 * all other requests. Clients that invent addresses therefore cannot use up the meter's limited
 * number of labels.
 */
@ApplicationScoped
public class MeasuredAddress {
  /** The label of pages, unknown addresses, and requests refused before an endpoint is chosen. */
  private static final String ANY_OTHER = "/{other}";

  /** The name under which the framework stores and reads the path template of a request. */
  private static final String TEMPLATE = "UrlPathTemplate";

  /** Runs before every handler that can answer. */
  private static final int PRIORITY = 2_000;

  void register(@Observes Filters filters) {
    filters.register(MeasuredAddress::prepare, PRIORITY);
  }

  private static void prepare(RoutingContext context) {
    isOther(context.request());
    context.next();
  }

  /** Gives a request the label of all other requests; choosing an endpoint replaces it later. */
  public static void isOther(HttpServerRequest request) {
    if (request instanceof HttpServerRequestInternal known) {
      Context context = known.context();
      context.putLocal(TEMPLATE, ANY_OTHER);
    }
  }
}
