package dev.uketsuke.warehouse;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.inbox.CloudEventReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Events of the warehouse over HTTP, contract §3.6: CloudEvents HTTP binding 1.0, binary,
 * structured and batched mode, for push delivery to where no consumer lives on.
 */
@Path("/v1/events")
@RolesAllowed(Role.SERVICE)
@Tag(name = "Messages")
class EventsResource {

  private final CloudEventReading cloudEvents;
  private final ReceiveDelivery receiveDelivery;

  EventsResource(CloudEventReading cloudEvents, ReceiveDelivery receiveDelivery) {
    this.cloudEvents = cloudEvents;
    this.receiveDelivery = receiveDelivery;
  }

  @POST
  @Operation(
      operationId = "receiveEvent",
      summary = "Deliver an event of the warehouse",
      description =
          "CloudEvents HTTP binding, binary, structured or batched mode. Deliver again whenever the outcome is"
              + " not known: source and id name the event, and it takes effect at most once, in whatever"
              + " order events arrive. Of a batch nothing is received unless all of it can be read; it is"
              + " delivered again as a whole. Needs the role service.")
  @APIResponse(
      responseCode = "202",
      description =
          "Kept, of a batch at least one. It came too early and is applied as soon as the application allows it; or it fits"
              + " nothing, or contradicts an earlier one of its name, and is for a person. Do not deliver"
              + " again.")
  @APIResponse(responseCode = "204", description = "Applied, or delivered before; of a batch all.")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "415", ref = "#/components/responses/UnsupportedMediaType")
  public Response receive(
      @Context HttpHeaders headers,
      @RequestBody(ref = "#/components/requestBodies/WarehouseEvent") InputStream body)
      throws IOException {
    byte[] bytes = ReceivedBody.read(body);
    String type = headers.getHeaderString(HttpHeaders.CONTENT_TYPE);
    boolean done =
        CloudEventReading.isBatch(type)
            ? receiveDelivery.receiveAll(cloudEvents.batch(bytes))
            : receiveDelivery.receive(read(headers, type, bytes));
    return done ? Response.noContent().build() : Response.accepted().build();
  }

  private CloudEventReading.Result read(HttpHeaders headers, String type, byte[] body) {
    if (CloudEventReading.isStructured(type)) {
      return cloudEvents.structured(body);
    }
    if (!CloudEventReading.isJson(type)) {
      throw Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE).toException();
    }
    return cloudEvents.binary(name -> AttributeHeader.value(headers, "ce-" + name), body);
  }
}
