package dev.uketsuke.page;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * Leads a person who wants to log in to the identity provider.
 *
 * <p>If there is no identity provider, it leads back to the page, which then says that logging in
 * is not possible, so that no person is shown a technical error.
 */
@Path("/login")
@PermitAll
class LogInResource {
  private final boolean possible;

  LogInResource(
      @ConfigProperty(name = "quarkus.oidc.application-type") String type,
      @ConfigProperty(name = "quarkus.oidc.tenant-enabled", defaultValue = "true")
          boolean enabled) {
    // With a public key alone there is no identity provider to log in at (KeyOnlyIdentity).
    this.possible = enabled && !"service".equals(type);
  }

  @GET
  @Operation(hidden = true)
  public Response logIn() {
    return goTo(possible ? "/signed-in" : "/?sign-in=unavailable");
  }

  /**
   * Returns a redirect to a page of this site. Its address is relative (RFC 9110 §10.2.2), because
   * the host that the request names may be that of a proxy or an attacker.
   */
  static Response goTo(String place) {
    return Response.status(Response.Status.SEE_OTHER)
        .header(HttpHeaders.LOCATION, place)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }
}
