package dev.uketsuke.warehouse;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.inbox.CloudEventReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Receives events of the warehouse over HTTP (contract §3.6): CloudEvents HTTP binding 1.0 in
 * binary, structured and batched mode. It is meant for platforms on which no consumer runs all the
 * time.
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
      summary = "Send an event of the warehouse",
      description =
          "Uses the CloudEvents HTTP binding in binary, structured or batched mode. Send an event again"
              + " whenever the outcome is not known: source and id identify it, and it takes effect at most"
              + " once, in any order of arrival. A batch is received only if all its events can be read; if"
              + " one of them fails, send the whole batch again. Needs the role service.")
  @RequestBody(ref = "#/components/requestBodies/WarehouseEvent")
  @APIResponse(responseCode = "202", ref = "#/components/responses/EventKept")
  @APIResponse(responseCode = "204", ref = "#/components/responses/EventTaken")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "415", ref = "#/components/responses/UnsupportedMediaType")
  public Response receive(@Context HttpHeaders headers, @Context RoutingContext context) {
    byte[] bytes = ReceivedBody.of(context);
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
