package dev.uketsuke.inbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.json.StrictJson;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads a CloudEvent 1.0 with JSON data, whichever door it came through: the structured mode of
 * both bindings is the same, the binary modes differ in where the attributes stand.
 */
@Singleton
public class CloudEventReading {

  private static final String STRUCTURED = "application/cloudevents+json";
  private static final String BATCH = "application/cloudevents-batch+json";
  private static final String VERSION = "1.0";

  /** Bytes of UTF-8: source and id together have to fit into an entry of the index. */
  private static final int LONGEST = 255;

  private static final int LONGEST_SOURCE = 1000;

  private final StrictJson json;

  CloudEventReading(StrictJson json) {
    this.json = json;
  }

  /**
   * What was read.
   *
   * @param event null if this is none
   * @param objection why it is none, fit to be shown to the sender; null if it is one
   */
  public record Result(CloudEvent event, String objection) {}

  /** Whether the content type says structured mode. */
  public static boolean isStructured(String contentType) {
    return mediaType(contentType).equals(STRUCTURED);
  }

  /** Whether the content type says batched mode. */
  public static boolean isBatch(String contentType) {
    return mediaType(contentType).equals(BATCH);
  }

  /** Whether the content type is one of JSON, which is what data has to be. */
  public static boolean isJson(String contentType) {
    String type = mediaType(contentType);
    return type.equals("application/json") || type.endsWith("+json");
  }

  /** Structured mode: the body holds attributes and data. */
  public Result structured(byte[] body) {
    return json.object(body)
        .map(this::structured)
        .orElseGet(() -> refused("the body is not a JSON object"));
  }

  /**
   * Batched mode of the HTTP binding, §3.3: an array of events in structured mode.
   *
   * @return one result for each event; none for an empty array
   */
  public List<Result> batch(byte[] body) {
    List<Result> results = new ArrayList<>();
    json.array(body)
        .ifPresentOrElse(
            array -> array.forEach(each -> results.add(element(each))),
            () -> results.add(refused("the body is not a JSON array")));
    return results;
  }

  private Result element(JsonNode element) {
    return element instanceof ObjectNode event ? structured(event) : refused("is no JSON object");
  }

  private Result structured(ObjectNode event) {
    String type = attribute(event, "datacontenttype");
    if (type != null && !isJson(type)) {
      return refused("datacontenttype has to be JSON");
    }
    return event(name -> attribute(event, name), data(event));
  }

  /**
   * Binary mode: attributes stand in headers, the body is the data.
   *
   * @param attribute the value of an attribute by its name, null if absent
   */
  public Result binary(UnaryOperator<String> attribute, byte[] body) {
    return event(attribute, json.object(body));
  }

  private Result event(UnaryOperator<String> attributes, Optional<ObjectNode> data) {
    if (!VERSION.equals(attributes.apply("specversion"))) {
      return refused("specversion has to be 1.0");
    }
    String id = attributes.apply("id");
    String source = attributes.apply("source");
    String type = attributes.apply("type");
    if (!isUsable(id, LONGEST)) {
      return refused("id has to be 1 to " + LONGEST + " bytes, printable");
    }
    if (!isUsable(source, LONGEST_SOURCE)) {
      return refused("source has to be 1 to " + LONGEST_SOURCE + " bytes, printable");
    }
    if (!isUsable(type, LONGEST)) {
      return refused("type has to be 1 to " + LONGEST + " bytes, printable");
    }
    return data.map(
            object ->
                new Result(event(source, id, type, object, attributes.apply("traceparent")), null))
        .orElseGet(() -> refused("data has to be a JSON object"));
  }

  /** A trace that cannot be used is no reason to refuse an event. */
  private static CloudEvent event(
      String source, String id, String type, ObjectNode data, String traceparent) {
    boolean usable = isUsable(traceparent, LONGEST);
    return new CloudEvent(source, id, type, data, usable ? traceparent : null);
  }

  private Optional<ObjectNode> data(ObjectNode event) {
    if (event.get("data") instanceof ObjectNode data) {
      return event.has("data_base64") ? Optional.empty() : Optional.of(data);
    }
    String encoded = attribute(event, "data_base64");
    try {
      return encoded == null ? Optional.empty() : json.object(Base64.getDecoder().decode(encoded));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static String attribute(ObjectNode event, String name) {
    JsonNode value = event.get(name);
    return value == null || !value.isTextual() ? null : value.textValue();
  }

  private static boolean isUsable(String text, int longest) {
    return text != null
        && !text.isBlank()
        && text.getBytes(StandardCharsets.UTF_8).length <= longest
        && text.codePoints()
            .noneMatch(
                c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
  }

  private static String mediaType(String contentType) {
    return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static Result refused(String objection) {
    return new Result(null, objection);
  }
}
