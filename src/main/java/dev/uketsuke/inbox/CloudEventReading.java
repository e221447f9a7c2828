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
 * Reads CloudEvents 1.0 with JSON data from HTTP and Kafka. Structured mode is the same in both
 * bindings; in binary mode they differ in the names of the headers that contain the attributes.
 */
@Singleton
public class CloudEventReading {

  private static final String STRUCTURED = "application/cloudevents+json";
  private static final String BATCH = "application/cloudevents-batch+json";
  private static final String VERSION = "1.0";

  /** In bytes of UTF-8; source and id together have to fit into an entry of the index. */
  private static final int MAX_TEXT = 255;

  private static final int MAX_SOURCE = 1000;

  private final StrictJson json;

  CloudEventReading(StrictJson json) {
    this.json = json;
  }

  /**
   * The result of reading.
   *
   * @param event the event; null if the input is not a valid event
   * @param objection why the input is not a valid event, as a text for the sender; null if it is
   */
  public record Result(CloudEvent event, String objection) {}

  /** Checks whether the content type means structured mode. */
  public static boolean isStructured(String contentType) {
    return mediaType(contentType).equals(STRUCTURED);
  }

  /** Checks whether the content type means batched mode. */
  public static boolean isBatch(String contentType) {
    return mediaType(contentType).equals(BATCH);
  }

  /** Checks whether the content type is JSON; data must be JSON. */
  public static boolean isJson(String contentType) {
    String type = mediaType(contentType);
    return type.equals("application/json") || type.endsWith("+json");
  }

  /** Returns the event in a body in structured mode, which contains attributes and data. */
  public Result structured(byte[] body) {
    return json.object(body)
        .map(this::structured)
        .orElseGet(() -> refused("the body is not a JSON object"));
  }

  /**
   * Returns the events in a body in batched mode (CloudEvents HTTP binding §3.3), an array of
   * events in structured mode.
   *
   * @return one result for each event; empty for an empty array
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
   * Returns the event of a request or record in binary mode, in which the body is the data.
   *
   * @param attribute returns the value of an attribute by its name; null if absent
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
    if (!isUsable(id, MAX_TEXT)) {
      return refused("id has to be 1 to " + MAX_TEXT + " bytes, printable");
    }
    if (!isUsable(source, MAX_SOURCE)) {
      return refused("source has to be 1 to " + MAX_SOURCE + " bytes, printable");
    }
    if (!isUsable(type, MAX_TEXT)) {
      return refused("type has to be 1 to " + MAX_TEXT + " bytes, printable");
    }
    return data.map(
            object ->
                new Result(event(source, id, type, object, attributes.apply("traceparent")), null))
        .orElseGet(() -> refused("data has to be a JSON object"));
  }

  /**
   * Returns an event; an unusable trace is left out, because it is no reason to refuse the event.
   */
  private static CloudEvent event(
      String source, String id, String type, ObjectNode data, String traceparent) {
    boolean usable = isUsable(traceparent, MAX_TEXT);
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

  private static boolean isUsable(String text, int maxBytes) {
    return text != null
        && !text.isBlank()
        && text.getBytes(StandardCharsets.UTF_8).length <= maxBytes
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
