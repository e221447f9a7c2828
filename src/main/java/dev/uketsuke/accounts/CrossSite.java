package dev.uketsuke.accounts;

import dev.uketsuke.http.ApiAddress;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Set;

/**
 * Detects requests that a browser sends on behalf of another site (CSRF).
 *
 * <p>A browser adds session cookies and remembered Basic credentials to requests that any site
 * starts, but never a bearer token. For requests to the API, and for all that are not GET, HEAD or
 * OPTIONS, such credentials are therefore accepted only if our own page sent the request. The
 * browser states that in headers that pages cannot set (Fetch Metadata; RFC 6454). Basic
 * credentials without these headers come from a program and are accepted, and so are those of a
 * page whose origin is configured ({@code UKETSUKE_CORS_ORIGINS}); a session never is.
 */
final class CrossSite {
  private static final Set<HttpMethod> SAFE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private CrossSite() {}

  /**
   * Checks whether the browser's credential must be refused because another site sent the request.
   *
   * @param configured whether the origin of the request is one that may use the API
   */
  static boolean refuses(HttpServerRequest request, boolean configured) {
    String credential = request.getHeader(HttpHeaders.AUTHORIZATION);
    String site = request.getHeader("Sec-Fetch-Site");
    if (credential != null) {
      boolean basic = credential.regionMatches(true, 0, "Basic ", 0, 6);
      return basic && !configured && guarded(request) && site != null && !ownSite(site);
    }
    boolean session =
        request.cookies().stream().anyMatch(cookie -> cookie.getName().startsWith("q_session"));
    return session && guarded(request) && !shownOwn(request, site);
  }

  /**
   * Checks whether a request needs protection. Opening a page does not: the other site cannot read
   * it, and links to our pages must work.
   */
  private static boolean guarded(HttpServerRequest request) {
    return !SAFE.contains(request.method()) || ApiAddress.is(request.path());
  }

  private static boolean shownOwn(HttpServerRequest request, String site) {
    if (site != null) {
      // The browser has compared the origins. A proxy may have changed the Host header, so we
      // cannot.
      return ownSite(site);
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin != null ? ownOrigin(request, origin) : SAFE.contains(request.method());
  }

  /**
   * Checks whether the browser says that our own page sent the request. {@code none} means that the
   * person typed the address or used a bookmark.
   */
  private static boolean ownSite(String site) {
    return site.equals("same-origin") || site.equals("none");
  }

  /**
   * Checks whether the origin is this host. The scheme is not compared, because a proxy that ends
   * TLS hides it from us.
   */
  private static boolean ownOrigin(HttpServerRequest request, String origin) {
    try {
      String authority = URI.create(origin).getRawAuthority();
      return authority != null
          && request.authority() != null // HTTP/1.0 may lack a Host header.
          && authority.equalsIgnoreCase(request.authority().toString());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
