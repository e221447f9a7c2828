package dev.uketsuke.accounts;

import dev.uketsuke.http.ApiAddress;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/**
 * Checks whether a browser opens a page, as opposed to a program that sends a request; only a
 * browser can use a log-in form.
 */
final class PageNavigation {
  private PageNavigation() {}

  static boolean is(HttpServerRequest request) {
    if (request.method() != HttpMethod.GET || ApiAddress.is(request.path())) {
      return false;
    }
    String mode = request.getHeader("Sec-Fetch-Mode");
    if (mode != null) {
      return mode.equals("navigate");
    }
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return accept != null && accept.contains("text/html");
  }
}
