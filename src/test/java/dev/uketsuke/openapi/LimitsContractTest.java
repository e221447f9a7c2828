package dev.uketsuke.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Description;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Warehouse;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the description says of requests is what the readers enforce: its examples are taken, the
 * limits themselves are allowed, and one beyond them is refused.
 */
@QuarkusTest
@RealParts
class LimitsContractTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> UNREADABLE =
      Set.of("invalid-request", "malformed-json", "unsupported-media-type", "invalid-signature");

  /** The filter that means no item, where one is asked for. */
  private static final String NOBODYS = "?applicationId=" + UUID.randomUUID();

  private Moves moves;

  @BeforeEach
  void application() {
    moves = Moves.ofNewApplication();
  }

  /** Sends a body to the operation that it is for. */
  private Answer send(String path, String type, String body) {
    var caller =
        path.equals("/v1/events")
            ? Tokens.service()
            : path.equals(Api.APPLICATIONS) ? Tokens.applicant() : Tokens.staff();
    if (path.equals("/v1/payment-callbacks")) {
      return PaymentProvider.toService().send(body);
    }
    var address =
        path.replace("{applicationId}", moves.applicationId())
            .replace("{kind}", "unknownBookings")
            .replaceAll("\\{\\w+}", UUID.randomUUID().toString());
    var api = Api.as(caller);
    return api.send(
        api.request(path.matches("/v1/[\\w-]+/resolution") ? address + NOBODYS : address)
            .header("Content-Type", type)
            .header("Idempotency-Key", Api.newKey())
            .header("ce-specversion", "1.0")
            .header("ce-id", Warehouse.newId())
            .header("ce-source", Warehouse.SOURCE)
            .header("ce-type", "warehouse.parcel-shipped")
            .POST(BodyPublishers.ofString(body)));
  }

  @Test
  void everyExampleOfARequestIsTaken() {
    int sent = 0;
    for (var path : Description.document().path("paths").properties()) {
      for (var operation : path.getValue()) {
        var content = Description.resolved(operation.path("requestBody")).path("content");
        for (var media : content.properties()) {
          var examples = new ArrayList<JsonNode>();
          if (media.getValue().has("example")) {
            examples.add(media.getValue().path("example"));
          }
          media.getValue().path("examples").forEach(each -> examples.add(each.path("value")));
          for (var example : examples) {
            var answer = send(path.getKey(), media.getKey(), example.toString());
            assertFalse(UNREADABLE.contains(String.valueOf(answer.problem())), answer::toString);
            assertTrue(answer.status() < 500, answer::toString);
            sent++;
          }
        }
      }
    }
    assertTrue(sent >= 12, "only " + sent);
  }

  @Test
  void limitsOfAnApplication() {
    var content = schema("ApplicationContent");
    for (var member : List.of("parcels", "totalWeightGrams", "clientReference")) {
      check(content, member, member, body(Api.SMALLEST), root -> root, this::submit);
    }
    for (var member : List.of("name", "phone", "postalCode", "addressLines")) {
      check(
          schema("Recipient"),
          member,
          "recipient." + member,
          body(Api.SMALLEST),
          root -> root.withObject("/recipient"),
          this::submit);
    }
    var line = schema("Recipient").at("/properties/addressLines/items/maxLength").asInt();
    var body = body(Api.SMALLEST);
    body.withObject("/recipient").putArray("addressLines").add("x".repeat(line));
    submit(body).expect(201);
    body.withObject("/recipient").putArray("addressLines").add("x".repeat(line + 1));
    submit(body).expectProblem(400, "invalid-request");
  }

  @Test
  void limitsOfWhatOthersSend() {
    check(
        schema("Resolution"),
        "note",
        "note",
        body("{\"note\":\"x\"}"),
        root -> root,
        body -> send("/v1/payments/{paymentId}/resolution", "application/json", body.toString()));
    check(
        schema("PaymentCallback"),
        "transactionId",
        "transactionId",
        body(PaymentProvider.event("tx", moves.applicationId(), "FAILED")),
        root -> root,
        body -> PaymentProvider.toService().send(body.toString()));
    for (var member : List.of("id", "source")) {
      check(
          schema("WarehouseEvent"),
          member,
          null,
          body(Warehouse.event("checked", Warehouse.newId(), Warehouse.data(moves))),
          root -> root,
          body -> Warehouse.structured(body.toString()));
    }
  }

  @Test
  void limitsOfAKey() {
    var schema =
        Description.document().at("/paths/~1v1~1submissions/get/parameters").findValue("schema");
    int longest = schema.path("maxLength").asInt();
    assertTrue(longest > 0);
    var api = Api.asApplicant();
    var key = ("k" + UUID.randomUUID()).repeat(20);
    api.submit(key.substring(0, longest), Api.SMALLEST).expect(201);
    api.inquire(key.substring(0, longest)).expect(200);
    api.submit(key.substring(0, longest + 1), Api.SMALLEST)
        .expectProblem(400, "idempotency-key-invalid");
    api.inquire(key.substring(0, longest + 1)).expectProblem(400, "idempotency-key-invalid");
    // As long as a header can be that holds one key: quoted, and every character escaped.
    var escaped = "\"" + "\\\\".repeat(longest) + "\"";
    assertEquals(
        escaped.length(),
        Description.document()
            .at("/components/parameters/IdempotencyKey/schema/maxLength")
            .asInt());
    api.submit(escaped, Api.SMALLEST).expect(201);
  }

  private Answer submit(ObjectNode body) {
    return Api.asApplicant().submit(Api.newKey(), body.toString());
  }

  /** Sends the least and the most, which are taken, and what is beyond, which is refused. */
  private static void check(
      JsonNode schema,
      String member,
      String field,
      ObjectNode body,
      Function<ObjectNode, ObjectNode> owner,
      Function<ObjectNode, Answer> send) {
    var property = schema.at("/properties/" + member);
    int checked = 0;
    for (var limit :
        List.of("minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems")) {
      if (property.has(limit)) {
        int at = property.path(limit).asInt();
        int beyond = limit.startsWith("min") ? at - 1 : at + 1;
        put(owner.apply(body), member, limit, at);
        var taken = send.apply(body.deepCopy());
        assertFalse(UNREADABLE.contains(String.valueOf(taken.problem())), () -> limit + taken);
        put(owner.apply(body), member, limit, beyond);
        var refused = send.apply(body.deepCopy()).expectProblem(400);
        if (field != null) {
          assertTrue(
              refused.json().path("violations").findValuesAsText("field").contains(field),
              () -> limit + refused);
        }
        checked++;
      }
    }
    assertTrue(checked > 0, member + " has no limit");
  }

  private static void put(ObjectNode owner, String member, String limit, int size) {
    Consumer<ObjectNode> change =
        limit.endsWith("Length")
            ? node -> node.put(member, unique(size))
            : limit.endsWith("Items")
                ? node -> {
                  var items = node.putArray(member);
                  for (int i = 0; i < size; i++) {
                    items.add("x");
                  }
                }
                : node -> node.put(member, size);
    change.accept(owner);
  }

  /** A text of this length that no other test sends, as far as it is long enough. */
  private static String unique(int size) {
    return (UUID.randomUUID() + "x".repeat(size)).substring(0, size);
  }

  private static JsonNode schema(String name) {
    return Description.document().at("/components/schemas/" + name);
  }

  private static ObjectNode body(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
