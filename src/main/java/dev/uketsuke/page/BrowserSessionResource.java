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
 * Begins and ends the browser's session at the identity provider (authorisation code flow).
 *
 * <p>A session begins by going to a page and ends by a request of our own page; a link, a form or
 * an image of another site can end none, since the gate of credentials refuses it.
 */
@Path("/")
class BrowserSessionResource {
  private final BrowserSession session;

  BrowserSessionResource(BrowserSession session) {
    this.session = session;
  }

  /** Reached with a session only: without one the browser is sent to the identity provider. */
  @GET
  @Path("signed-in")
  @Authenticated
  @Operation(hidden = true)
  public Response signedIn() {
    return LogInResource.goTo("/");
  }

  /** Ends the session here and says where to go to end it at the identity provider, too. */
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
