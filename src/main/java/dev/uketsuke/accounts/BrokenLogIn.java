package dev.uketsuke.accounts;

import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/**
 * Redirects a person whose log-in failed to the page, which reports the failure and offers a new
 * log-in.
 *
 * <p>Guarantee: the person can always try again. The cookies of the failed log-in are removed, so
 * they cannot make the next one fail. The page needs no credential, so the redirects cannot form a
 * loop.
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
