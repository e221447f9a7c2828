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
 * The carrier's HTTP interface (contract §3.7). Bodies are text, so that each attempt sends the
 * same bytes.
 */
@Path("/waybills")
@RegisterRestClient(configKey = "carrier")
interface WaybillApi {

  /**
   * Orders a waybill, and returns the answer. The carrier books one waybill for each key.
   *
   * @param token the value of the header {@code Authorization}; null sends no such header
   * @param traceparent the trace of the request that caused the order; null sends no such header
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
   * Asks which waybills are booked for an application, and returns the answer.
   *
   * @param token the value of the header {@code Authorization}; null sends no such header
   */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  Response find(
      @HeaderParam("Authorization") String token,
      @QueryParam("applicationId") String applicationId);
}
