package dev.uketsuke.page;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * Where the page sends a person to log in.
 *
 * <p>Leads to the identity provider if there is one, and back to the page, which says so in plain
 * words, if there is none: nobody ends at an error.
 */
@Path("/login")
@PermitAll
class LogInResource {
  private final boolean possible;

  LogInResource(
      @ConfigProperty(name = "quarkus.oidc.application-type") String type,
      @ConfigProperty(name = "quarkus.oidc.tenant-enabled", defaultValue = "true")
          boolean enabled) {
    // With a public key alone there is nowhere to log in (KeyOnlyIdentity).
    this.possible = enabled && !"service".equals(type);
  }

  @GET
  @Operation(hidden = true)
  public Response logIn() {
    return goTo(possible ? "/signed-in" : "/?sign-in=unavailable");
  }

  /**
   * Returns a redirect to a place of this site; relative (RFC 9110 §10.2.2), because the host that
   * the request names may be one of a proxy or of an attacker.
   */
  static Response goTo(String place) {
    return Response.status(Response.Status.SEE_OTHER)
        .header(HttpHeaders.LOCATION, place)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }
}
