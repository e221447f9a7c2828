package dev.uketsuke.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.security.Authenticated;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * Begins and ends a browser session (OpenID Connect, authorization code flow).
 *
 * <p>Opening {@code /signed-in} begins a session. Only a request of our own page ends one: the
 * class {@code CrossSite} refuses requests of other sites, so a link, a form or an image there
 * cannot log a person out.
 */
@Path("/")
class BrowserSessionResource {
  private final BrowserSession session;

  BrowserSessionResource(BrowserSession session) {
    this.session = session;
  }

  /**
   * Leads to the page. The framework sends a browser without a session to the identity provider
   * first.
   */
  @GET
  @Path("signed-in")
  @Authenticated
  @Operation(hidden = true)
  public Response signedIn() {
    return LogInResource.goTo("/");
  }

  /** Ends the session here and returns the address where the identity provider ends it, too. */
  @POST
  @Path("logout")
  @Authenticated
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(hidden = true)
  public Uni<Response> logout(@Context UriInfo uri) {
    URI home = uri.getBaseUri().resolve("/");
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    return session
        .end(home)
        .map(next -> Response.ok(answer.put("continueAt", next.toString()).toString()).build());
  }
}
