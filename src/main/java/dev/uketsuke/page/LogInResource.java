package dev.uketsuke.page;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
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
  public Response logIn(@Context UriInfo uri) {
    return goTo(uri, possible ? "/signed-in" : "/?sign-in=unavailable");
  }

  static Response goTo(UriInfo uri, String place) {
    return Response.seeOther(uri.getBaseUri().resolve(place))
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }
}
