package dev.uketsuke.problems;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes problems as JSON trees, without reflection.
 *
 * <p>It must be possible to write an error whatever else is broken. This class needs neither a
 * configured mapper nor classes registered for reflection, so it works in a native binary and
 * outside JAX-RS too.
 */
final class ProblemDocument {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ProblemDocument() {}

  static ObjectNode of(
      ProblemType type, String detail, List<Violation> violations, Map<String, Object> members) {
    ObjectNode document = JSON.objectNode();
    // A relative reference (RFC 9457 §3.1.1) leads to the page at any address of the service.
    document.put("type", "/problems/" + type.slug());
    document.put("title", type.title());
    document.put("status", type.status());
    document.put("detail", detail);
    document.put("advice", type.advice());
    if (!violations.isEmpty()) {
      ArrayNode list = document.putArray("violations");
      for (Violation violation : violations) {
        list.addObject()
            .put("field", violation.field())
            .put("code", violation.code().slug())
            .put("message", violation.message());
      }
    }
    members.forEach((name, value) -> document.set(name, node(value)));
    return document;
  }

  static byte[] bytes(JsonNode document) {
    return document.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static JsonNode node(Object value) {
    if (value instanceof JsonNode) {
      return (JsonNode) value;
    }
    if (value instanceof Boolean) {
      return JSON.booleanNode((Boolean) value);
    }
    if (value instanceof Number) {
      return JSON.numberNode(new BigDecimal(value.toString()));
    }
    if (value instanceof Collection) {
      ArrayNode list = JSON.arrayNode();
      ((Collection<?>) value).forEach(element -> list.add(node(element)));
      return list;
    }
    return JSON.textNode(value.toString());
  }
}
