package dev.uketsuke.accounts;

import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/**
 * Leads a person whose log-in broke off back to the page, which says so and offers to begin anew.
 *
 * <p>Guarantee: nobody is stuck. The cookies of the broken log-in or session are removed, so that
 * the next one does not fail on what is left of this one; and the page asks for no credential, so
 * there is no ring of redirects.
 */
final class BrokenLogIn {
  private static final String PAGE = "/?error=interrupted";

  private BrokenLogIn() {}

  /** Returns the redirect to the page. */
  static Response backToPage(HttpServerRequest request) {
    Response.ResponseBuilder response =
        Response.status(Response.Status.SEE_OTHER)
            .header(HttpHeaders.LOCATION, PAGE)
            .header(HttpHeaders.CACHE_CONTROL, "no-store");
    request.cookies().stream()
        .map(cookie -> cookie.getName())
        .filter(name -> name.startsWith("q_session") || name.startsWith("q_auth"))
        .distinct()
        .forEach(
            name ->
                response.header(
                    HttpHeaders.SET_COOKIE, name + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"));
    return response.build();
  }
}
