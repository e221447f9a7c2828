package dev.uketsuke.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.json.StrictJson;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads waybill numbers from the carrier's answers.
 *
 * <p>Guarantee: a number has 1 to 100 printable characters. An answer that cannot be read gives no
 * result, which is different from "nothing booked".
 */
@Singleton
class WaybillNumbers {

  private static final int MAX_LENGTH = 100;

  private final StrictJson json;

  WaybillNumbers(StrictJson json) {
    this.json = json;
  }

  /**
   * Checks whether an answer is a JSON object, as every answer of the carrier is. Something else,
   * such as a page of a proxy, says nothing about the order.
   */
  boolean isFromTheCarrier(String body) {
    return object(body).isPresent();
  }

  /** Returns the number in the answer to an order; empty if there is no valid number. */
  Optional<String> ordered(String body) {
    return object(body).flatMap(answer -> number(answer.get("waybillNumber")));
  }

  /**
   * Returns all numbers in the answer to a question, each once; empty if the answer cannot be read,
   * which is not the same as an empty list.
   */
  Optional<List<String>> found(String body) {
    JsonNode items = object(body).map(answer -> answer.get("items")).orElse(null);
    if (items == null || !items.isArray()) {
      return Optional.empty();
    }
    List<Optional<String>> numbers =
        StreamSupport.stream(items.spliterator(), false)
            .map(item -> number(item.get("waybillNumber")))
            .toList();
    return numbers.stream().anyMatch(Optional::isEmpty)
        ? Optional.empty()
        : Optional.of(numbers.stream().flatMap(Optional::stream).distinct().toList());
  }

  private Optional<ObjectNode> object(String body) {
    return json.object(body.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<String> number(JsonNode node) {
    return Stream.ofNullable(node)
        .filter(JsonNode::isTextual)
        .map(text -> text.textValue().strip())
        .filter(WaybillNumbers::isUsable)
        .findFirst();
  }

  private static boolean isUsable(String number) {
    return !number.isEmpty()
        && number.codePointCount(0, number.length()) <= MAX_LENGTH
        && number.codePoints().noneMatch(WaybillNumbers::isUnprintable);
  }

  private static boolean isUnprintable(int codePoint) {
    int type = Character.getType(codePoint);
    return Character.isISOControl(codePoint)
        || type == Character.SURROGATE
        || type == Character.FORMAT
        || type == Character.UNASSIGNED;
  }
}
