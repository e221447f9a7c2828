package dev.uketsuke.accounts;

import dev.uketsuke.http.ApiAddress;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Set;

/**
 * Tells requests that another site made a browser send from those of our own pages.
 *
 * <p>A browser adds session cookies, and remembered Basic credentials, to requests that any site
 * starts; a bearer token it never adds. So the first two count only together with proof of where
 * the request comes from, which the browser gives in headers that pages cannot set (Fetch Metadata;
 * RFC 6454).
 */
final class CrossSite {
  private static final Set<HttpMethod> SAFE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private CrossSite() {}

  /** Whether the request may not use the credential that the browser added to it. */
  static boolean refuses(HttpServerRequest request) {
    String credential = request.getHeader(HttpHeaders.AUTHORIZATION);
    String site = request.getHeader("Sec-Fetch-Site");
    if (credential != null) {
      boolean basic = credential.regionMatches(true, 0, "Basic ", 0, 6);
      return basic && guarded(request) && site != null && !ownSite(site);
    }
    boolean session =
        request.cookies().stream().anyMatch(cookie -> cookie.getName().startsWith("q_session"));
    return session && guarded(request) && !shownOwn(request, site);
  }

  /** Reading a page is no harm: the other site cannot see it, and links to us are to work. */
  private static boolean guarded(HttpServerRequest request) {
    return !SAFE.contains(request.method()) || ApiAddress.is(request.path());
  }

  private static boolean shownOwn(HttpServerRequest request, String site) {
    if (site != null) {
      // The browser has compared; a proxy may have rewritten the Host that we would compare with.
      return ownSite(site);
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin != null ? ownOrigin(request, origin) : SAFE.contains(request.method());
  }

  /** {@code none}: typed or bookmarked by the person. */
  private static boolean ownSite(String site) {
    return site.equals("same-origin") || site.equals("none");
  }

  /** Without the scheme, which a proxy that ends TLS may hide from us. */
  private static boolean ownOrigin(HttpServerRequest request, String origin) {
    try {
      String authority = URI.create(origin).getRawAuthority();
      return authority != null
          && request.authority() != null // as in HTTP/1.0
          && authority.equalsIgnoreCase(request.authority().toString());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
