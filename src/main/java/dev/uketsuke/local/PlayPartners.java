package dev.uketsuke.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.http.ReceivedBody;
import io.quarkus.arc.profile.IfBuildProfile;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lets a person act as the payment provider and the warehouse on the page of dev mode. {@code POST
 * /local/play/{applicationId}/{action}} calls the real endpoints and answers with their HTTP
 * statuses. {@code POST /local/signature} signs a payment callback for Swagger UI.
 */
@Singleton
@IfBuildProfile("dev")
final class PlayPartners {
  /** The name of the transaction that pays an application, and that a refund returns. */
  private static final String FIRST = "first";

  /** In AUD; also what is paid while no fee is confirmed. */
  private static final String FEE = "12.50";

  private final PartnerCalls calls;
  private final ObjectMapper json;
  private final Map<String, Function<String, Stream<PartnerCalls.Answer>>> actions;

  PlayPartners(PartnerCalls calls, ObjectMapper json) {
    this.calls = calls;
    this.json = json;
    this.actions =
        Map.ofEntries(
            Map.entry("check", id -> Stream.of(tell("parcel-checked", id))),
            Map.entry("confirm-fee", id -> Stream.of(confirmFee(id))),
            Map.entry("pay", id -> pay("PAID", id, FIRST)),
            Map.entry("pay-twice", id -> pay("PAID", id, FIRST, "second")),
            Map.entry("pay-wrong-amount", this::payWrongAmount),
            Map.entry("fail", id -> pay("FAILED", id, "failed")),
            Map.entry("refund", id -> pay("REFUNDED", id, FIRST)),
            Map.entry("ship", id -> Stream.of(tell("parcel-shipped", id))),
            Map.entry("deliver", id -> Stream.of(tell("parcel-delivered", id))),
            Map.entry("deliver-late-and-twice", this::deliverLateAndTwice));
  }

  void register(@Observes Router router) {
    router.get("/local/play.js").blockingHandler(context -> script(context, "local/play.js"));
    router.get("/local/sign.js").blockingHandler(context -> script(context, "local/sign.js"));
    router.post("/local/signature").handler(this::sign);
    router.post("/local/play/:application/:action").blockingHandler(this::play);
  }

  /** Answers with the headers that sign the body of the request as a payment callback. */
  private void sign(RoutingContext context) {
    String body = new String(ReceivedBody.of(context), StandardCharsets.UTF_8);
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .end(json.valueToTree(calls.signature(body)).toString());
  }

  private void play(RoutingContext context) {
    String id = context.pathParam("application");
    if (!actions.containsKey(context.pathParam("action")) || !id.matches("[0-9a-f-]{36}")) {
      context.response().setStatusCode(404).end();
      return;
    }
    List<Integer> statuses = perform(context.pathParam("action"), id);
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .end(json.valueToTree(Map.of("statuses", statuses)).toString());
  }

  /** Performs one of the actions and returns the HTTP statuses of the answers, in order. */
  List<Integer> perform(String action, String id) {
    return actions.get(action).apply(id).map(PartnerCalls.Answer::status).toList();
  }

  /** Sends "delivered" twice before "shipped"; the service applies each event once. */
  private Stream<PartnerCalls.Answer> deliverLateAndTwice(String id) {
    String delivered = "delivered-" + UUID.randomUUID();
    return Stream.of(
        calls.tell(delivered, "parcel-delivered", id),
        calls.tell(delivered, "parcel-delivered", id),
        tell("parcel-shipped", id));
  }

  private PartnerCalls.Answer confirmFee(String id) {
    String move =
        json.createObjectNode().put("to", "FEE_CONFIRMED").set("fee", money(FEE)).toString();
    return calls.as("staff", "POST", "/v1/applications/" + id + "/transitions", move);
  }

  /**
   * Sends a callback for each of the application's transactions with these names, over the
   * confirmed fee.
   */
  private Stream<PartnerCalls.Answer> pay(String type, String id, String... transactions) {
    JsonNode application = application(id);
    JsonNode fee = application.path("fee").isObject() ? application.get("fee") : money(FEE);
    return Stream.of(transactions).map(name -> pay(type, application, name, fee));
  }

  private Stream<PartnerCalls.Answer> payWrongAmount(String id) {
    return Stream.of(pay("PAID", application(id), "wrong", money("0.01")));
  }

  /**
   * Sends a callback whose content depends only on the application and its fee. A button that is
   * pressed again therefore repeats the callback, and does not contradict it.
   */
  private PartnerCalls.Answer pay(String type, JsonNode application, String name, JsonNode amount) {
    String id = application.path("applicationId").asText();
    String transaction = String.join("-", name, amount.path("amount").asText(), id);
    return calls.pay(transaction, id, type, amount, application.path("acceptedAt").asText());
  }

  private PartnerCalls.Answer tell(String type, String id) {
    return calls.tell(type + "-" + UUID.randomUUID(), type, id);
  }

  private JsonNode application(String id) {
    return calls.as("staff", "GET", "/v1/applications/" + id, null).body();
  }

  private JsonNode money(String amount) {
    return json.createObjectNode().put("amount", amount).put("currency", "AUD");
  }

  private static void script(RoutingContext context, String name) {
    try (InputStream file =
        Thread.currentThread().getContextClassLoader().getResourceAsStream(name)) {
      context
          .response()
          .putHeader(HttpHeaders.CONTENT_TYPE, "text/javascript; charset=utf-8")
          .end(io.vertx.core.buffer.Buffer.buffer(file.readAllBytes()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
