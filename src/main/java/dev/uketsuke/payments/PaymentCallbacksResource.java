package dev.uketsuke.payments;

import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirements;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Receives callbacks of the payment provider (contract §3.5).
 *
 * <p>The signature is the only credential of this operation. A callback with a wrong signature is
 * refused before its body is parsed. The content type is not checked, because the signature covers
 * the bytes, and only the provider can sign.
 */
@Path("/v1/payment-callbacks")
@PermitAll
@Tag(name = "Payments")
class PaymentCallbacksResource {

  private final SignatureCheck signatures;
  private final PaymentEventReading reading;
  private final ReceivePayment receivePayment;
  private final Counter refused;

  PaymentCallbacksResource(
      CallbackSecrets secrets,
      PaymentEventReading reading,
      ReceivePayment receivePayment,
      MeterRegistry metrics) {
    this.signatures = new SignatureCheck(secrets.all());
    this.reading = reading;
    this.receivePayment = receivePayment;
    this.refused =
        Counter.builder("uketsuke.payments.callbacks.refused")
            .description("Payment callbacks without a valid signature")
            .register(metrics);
  }

  @POST
  @SecurityRequirements // The signature is the only credential.
  @Operation(
      operationId = "receivePaymentCallback",
      summary = "Report what has happened to a payment (payment provider)",
      description =
          "Signed by Standard Webhooks 1.0: HMAC-SHA256 over id.timestamp.body. **Retry rules:** 204 is"
              + " final, and so are 400, 401, 409 and 413 until somebody has corrected the cause. After any"
              + " 5xx, a time-out or a lost connection send the same event again, signed anew, with growing"
              + " pauses, for at least a day: a callback whose outcome is unknown is recorded once or not at"
              + " all, however often it is sent. Events may come"
              + " in any order and any number of times. transactionId and type name the event, and its"
              + " content must stay the same; only FAILED may come again with another occurredAt, for each"
              + " further attempt to pay. Members that are not described here are ignored.")
  @Parameter(
      name = SignatureHeaders.ID,
      in = ParameterIn.HEADER,
      required = true,
      description =
          "The id of the callback, which is signed. Send exactly one header line, as of the two others.",
      schema = @Schema(type = SchemaType.STRING, minLength = 1),
      example = "msg_p5jXN8AQM9LWM0D4loKWxJek")
  @Parameter(
      name = SignatureHeaders.TIMESTAMP,
      in = ParameterIn.HEADER,
      required = true,
      description =
          "The time in seconds since 1970, which is signed. It may be five minutes before or after now.",
      schema = @Schema(type = SchemaType.STRING, pattern = "^[0-9]{1,12}$"),
      example = "1614265330")
  @Parameter(
      name = SignatureHeaders.SIGNATURE,
      in = ParameterIn.HEADER,
      required = true,
      description =
          "One or more signatures of the form `v1,<Base64>`, separated by spaces. One signature by one of"
              + " our secrets is enough.",
      schema = @Schema(type = SchemaType.STRING),
      example = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  @RequestBody(ref = "#/components/requestBodies/PaymentCallback")
  @APIResponse(responseCode = "204", ref = "#/components/responses/CallbackTaken")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "401", ref = "#/components/responses/InvalidSignature")
  @APIResponse(responseCode = "409", ref = "#/components/responses/PaymentConflict")
  public Response receive(@Context HttpHeaders headers, @Context RoutingContext context) {
    byte[] body = ReceivedBody.of(context);
    if (!signatures.isGenuine(SignatureHeaders.of(headers), body, Instant.now())) {
      refused.increment();
      // RFC 9110 §15.5.2: a 401 must name a scheme. No scheme is registered for signed callbacks.
      return Problem.of(ProblemType.INVALID_SIGNATURE)
          .header(HttpHeaders.WWW_AUTHENTICATE, "Webhook-Signature")
          .toResponse();
    }
    return switch (receivePayment.receive(reading.read(body))) {
      case RECORDED, DUPLICATE -> Response.noContent().build();
      case CONFLICT ->
          Problem.of(ProblemType.PAYMENT_CONFLICT)
              .detail(
                  "This transaction and type were reported with other content before, which is kept.")
              .toResponse();
    };
  }
}
