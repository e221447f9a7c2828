package dev.uketsuke.accounts;

import dev.uketsuke.http.ApiAddress;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/**
 * Tells a person's browser going to a page from a program: only the former has a use for a login
 * form.
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
