package dev.uketsuke.carrier;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** The token endpoint of the carrier's authorization server (RFC 6749 §4.4.2). */
@Path("")
@RegisterRestClient(configKey = "carrier-token")
interface TokenApi {

  /**
   * Asks for an access token, and returns the answer.
   *
   * @param authorization the credentials as HTTP Basic; null sends no such header
   * @param form the encoded form
   */
  @POST
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  @Produces(MediaType.APPLICATION_JSON)
  Response token(@HeaderParam("Authorization") String authorization, String form);
}
