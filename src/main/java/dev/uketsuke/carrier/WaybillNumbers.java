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
 * <p>Guarantee: only what can be one is taken for one, 1 to 100 printable characters; an answer
 * that cannot be read says nothing, rather than something wrong.
 */
@Singleton
class WaybillNumbers {

  private static final int LONGEST = 100;

  private final StrictJson json;

  WaybillNumbers(StrictJson json) {
    this.json = json;
  }

  /** The number in the answer to an order; empty if there is none to be read. */
  Optional<String> ordered(String body) {
    return object(body).flatMap(answer -> number(answer.get("waybillNumber")));
  }

  /**
   * All numbers in the answer to an inquiry, each once; empty if it cannot be read, which is not
   * the same as an empty list.
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
        && number.codePointCount(0, number.length()) <= LONGEST
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
