package dev.uketsuke.carrier;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/**
 * The carrier's interface, contract §3.7. Bodies are text: what is sent has to be the same bytes.
 */
@Path("/waybills")
@RegisterRestClient(configKey = "carrier")
interface WaybillApi {

  /**
   * Orders a waybill; the carrier books once for each key.
   *
   * @param token the header {@code Authorization}; null sends no such header
   * @param traceparent of the request that caused the order; null sends no such header
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.APPLICATION_JSON)
  Response order(
      @HeaderParam("Authorization") String token,
      @HeaderParam("Idempotency-Key") String key,
      @HeaderParam("traceparent") String traceparent,
      String body);

  /**
   * Returns what it has booked for an application.
   *
   * @param token as above
   */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  Response find(
      @HeaderParam("Authorization") String token,
      @QueryParam("applicationId") String applicationId);
}
