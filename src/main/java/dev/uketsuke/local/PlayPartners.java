package dev.uketsuke.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.arc.profile.IfBuildProfile;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lets a person act as the payment provider and the warehouse on the page of dev mode. {@code POST
 * /local/play/{applicationId}/{action}} calls the real endpoints and answers with their HTTP
 * statuses.
 */
@Singleton
@IfBuildProfile("dev")
final class PlayPartners {
  private static final String SCRIPT = "local/play.js";

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
            Map.entry("pay", id -> Stream.of(pay("tx-" + id, id, "PAID", fee(id)))),
            Map.entry(
                "pay-twice",
                id -> Stream.of("tx-" + id, "tx2-" + id).map(tx -> pay(tx, id, "PAID", fee(id)))),
            Map.entry(
                "pay-wrong-amount", id -> Stream.of(pay("wrong-" + id, id, "PAID", money("0.01")))),
            Map.entry("fail", id -> Stream.of(pay("failed-" + id, id, "FAILED", fee(id)))),
            Map.entry("refund", id -> Stream.of(pay("tx-" + id, id, "REFUNDED", fee(id)))),
            Map.entry("ship", id -> Stream.of(tell("parcel-shipped", id))),
            Map.entry("deliver", id -> Stream.of(tell("parcel-delivered", id))),
            Map.entry("deliver-late-and-twice", this::deliverLateAndTwice));
  }

  void register(@Observes Router router) {
    router.get("/local/play.js").blockingHandler(PlayPartners::script);
    router.post("/local/play/:application/:action").blockingHandler(this::play);
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
        json.createObjectNode().put("to", "FEE_CONFIRMED").set("fee", money("12.50")).toString();
    return calls.as("staff", "POST", "/v1/applications/" + id + "/transitions", move);
  }

  private PartnerCalls.Answer pay(String transaction, String id, String type, JsonNode amount) {
    return calls.pay(transaction, id, type, amount);
  }

  private PartnerCalls.Answer tell(String type, String id) {
    return calls.tell(type + "-" + UUID.randomUUID(), type, id);
  }

  /** Returns the confirmed fee, or 12.50 AUD if no fee is confirmed yet. */
  private JsonNode fee(String id) {
    JsonNode fee = calls.as("staff", "GET", "/v1/applications/" + id, null).body().path("fee");
    return fee.isObject() ? fee : money("12.50");
  }

  private JsonNode money(String amount) {
    return json.createObjectNode().put("amount", amount).put("currency", "AUD");
  }

  private static void script(RoutingContext context) {
    try (InputStream file =
        Thread.currentThread().getContextClassLoader().getResourceAsStream(SCRIPT)) {
      context
          .response()
          .putHeader(HttpHeaders.CONTENT_TYPE, "text/javascript; charset=utf-8")
          .end(io.vertx.core.buffer.Buffer.buffer(file.readAllBytes()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
