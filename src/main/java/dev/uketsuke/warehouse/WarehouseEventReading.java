package dev.uketsuke.warehouse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.idempotency.Fingerprint;
import dev.uketsuke.inbox.CloudEvent;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.problems.Violation;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads an event of the warehouse from a CloudEvent; members of data that are not known here are
 * ignored.
 */
@Singleton
class WarehouseEventReading {

  /** The inbox stores no version beside a digest, so all its digests are made by this rule. */
  private static final int DIGEST_RULE = 1;

  private static final int UUID_LENGTH = 36;
  private static final int WAYBILL_LENGTH = 100;

  /**
   * The result of reading.
   *
   * @param event the event; null if it breaks a rule
   * @param violations the broken rules; empty if there is an event
   */
  record Result(WarehouseEvent event, List<Violation> violations) {}

  Result read(CloudEvent event) {
    ObjectReading data = ObjectReading.tolerant(event.data());
    Optional<EventKind> kind = EventKind.of(event.type());
    data.require("applicationId");
    Optional<UUID> applicationId = CanonicalUuid.parse(data.text("applicationId", UUID_LENGTH));
    String waybillNumber = waybillNumber(data);
    List<Violation> violations = new ArrayList<>();
    if (kind.isEmpty()) {
      violations.add(
          new Violation(
              "type", Violation.Code.NOT_A_CHOICE, "is not a type of event that is known here"));
    }
    data.violations()
        .forEach(
            each ->
                violations.add(new Violation("data." + each.field(), each.code(), each.message())));
    String content = exactly(event);
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(content)) {
      violations.add(
          new Violation("data", Violation.Code.MALFORMED, "must not contain a lone surrogate"));
    }
    if (violations.isEmpty() && applicationId.isEmpty()) {
      violations.add(
          new Violation("data.applicationId", Violation.Code.MALFORMED, "must be a UUID"));
    }
    return violations.isEmpty()
        ? new Result(
            new WarehouseEvent(
                event.source(),
                event.id(),
                kind.orElseThrow(),
                applicationId.orElseThrow(),
                waybillNumber,
                Fingerprint.ofJson(content, DIGEST_RULE).digest(),
                event.traceparent()),
            violations)
        : new Result(null, violations);
  }

  private static String waybillNumber(ObjectReading data) {
    String number = data.text("waybillNumber", WAYBILL_LENGTH);
    if (number != null && number.codePoints().anyMatch(Character::isISOControl)) {
      data.refuse("waybillNumber", Violation.Code.MALFORMED, "must be printable");
    }
    return number;
  }

  private static String exactly(CloudEvent event) {
    ObjectNode content = JsonNodeFactory.instance.objectNode().put("type", event.type());
    content.set("data", exact(event.data()));
    return content.toString();
  }

  /**
   * Returns the node with numbers as text, because the canonical form rounds numbers to doubles,
   * and two long numbers could become equal. Numbers and arrays are wrapped, so that they cannot be
   * confused with strings.
   */
  private static JsonNode exact(JsonNode node) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (node.isNumber()) {
      return nodes.arrayNode().add("number").add(shortest(node.decimalValue()).toString());
    }
    if (node.isArray()) {
      var array = nodes.arrayNode().add("array");
      node.forEach(each -> array.add(exact(each)));
      return array;
    }
    if (node.isObject()) {
      ObjectNode object = nodes.objectNode();
      node.properties().forEach(member -> object.set(member.getKey(), exact(member.getValue())));
      return object;
    }
    return node;
  }

  private static BigDecimal shortest(BigDecimal number) {
    try {
      return number.stripTrailingZeros();
    } catch (ArithmeticException outOfScale) {
      return number; // The exponent is too great to be normalised, so the spelling is compared.
    }
  }
}
