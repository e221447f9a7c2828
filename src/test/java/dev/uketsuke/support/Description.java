package dev.uketsuke.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.oas.OpenApi31;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The API description as a measure for examples and for what the service answers.
 *
 * <p>An answer has to have a status, headers and a body that the description names for the
 * operation, without a member that it does not name: what is sent is described, and what is
 * described is sent.
 */
public final class Description {

  private static final Path FILE = Path.of("docs/openapi.yaml");
  private static final String LENIENT = "https://description.example/lenient";
  private static final String STRICT = "https://description.example/strict";

  /** Answered before an operation is chosen. */
  private static final int HEADERS_TOO_LARGE = 431;

  private static final JsonNode DOCUMENT = read();
  private static final JsonSchemaFactory SCHEMAS = schemas();
  private static final SchemaValidatorsConfig FORMATS =
      SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
  private static final Map<JsonNode, JsonSchema> KNOWN = new ConcurrentHashMap<>();
  private static final List<Route> ROUTES = routes();
  private static final Set<String> HEADERS = headers();

  private Description() {}

  /** One operation and the addresses that lead to it. */
  private record Route(String method, String template, Pattern path, JsonNode operation) {}

  /** The whole document. */
  public static JsonNode document() {
    return DOCUMENT;
  }

  /** Follows a reference; what is none stays as it is. */
  public static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? DOCUMENT.at(node.path("$ref").asText().substring(1)) : node;
  }

  /** What is wrong with a value that was written for a schema; empty if it fits. */
  public static List<String> faults(JsonNode schema, JsonNode value) {
    return faults(LENIENT, schema, value);
  }

  /**
   * What of an answer the description does not know; empty if it fits, or if the address is none
   * that is described.
   */
  public static List<String> faults(String method, URI address, Answer answer) {
    return route(method, address)
        .map(
            route ->
                faults(route.operation(), answer).stream()
                    .map(fault -> method + " " + route.template() + " " + fault)
                    .toList())
        .orElse(List.of());
  }

  private static List<String> faults(JsonNode operation, Answer answer) {
    if (answer.status() == HEADERS_TOO_LARGE) {
      return List.of();
    }
    var response = resolved(operation.path("responses").path(Integer.toString(answer.status())));
    if (response.isMissingNode()) {
      return List.of("answers " + answer.status() + ", which is not described");
    }
    var faults = new ArrayList<String>();
    headerFaults(response, answer, faults);
    bodyFaults(response, answer, faults);
    return faults.stream().map(fault -> answer.status() + ": " + fault).toList();
  }

  private static void headerFaults(JsonNode response, Answer answer, List<String> faults) {
    answer
        .headers()
        .forEach(
            (name, values) -> {
              if (!HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                return;
              }
              var described = fields(response.path("headers"), name);
              if (described.isEmpty()) {
                faults.add("sends " + name + ", which is not described");
                return;
              }
              var schema = resolved(described.get()).path("schema");
              values.forEach(
                  value ->
                      faults(LENIENT, schema, new TextNode(value))
                          .forEach(fault -> faults.add("header " + name + " " + fault)));
            });
  }

  private static void bodyFaults(JsonNode response, Answer answer, List<String> faults) {
    var content = response.path("content");
    if (answer.body().length == 0) {
      if (!content.isEmpty()) {
        faults.add("has no body");
      }
      return;
    }
    var type = String.valueOf(answer.header("Content-Type")).replaceFirst(";.*", "");
    var media = content.path(type);
    if (media.isMissingNode()) {
      faults.add("has a body of type " + type + ", which is not described");
    } else if (type.endsWith("json")) {
      faults(STRICT, media.path("schema"), answer.json()).forEach(faults::add);
      if (type.contains("problem") && !media.path("examples").has(answer.problem())) {
        faults.add("shows no example of " + answer.problem());
      }
    }
  }

  private static Optional<Route> route(String method, URI address) {
    return ROUTES.stream()
        .filter(route -> route.method().equals(method))
        .filter(route -> route.path().matcher(address.getRawPath()).matches())
        .findFirst();
  }

  private static List<String> faults(String base, JsonNode schema, JsonNode value) {
    var absolute = absolute(base, schema.deepCopy());
    return KNOWN
        .computeIfAbsent(absolute, node -> SCHEMAS.getSchema(node, FORMATS))
        .validate(value)
        .stream()
        .map(ValidationMessage::toString)
        .toList();
  }

  private static JsonNode read() {
    try {
      return new ObjectMapper(new YAMLFactory()).readTree(Files.readString(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonSchemaFactory schemas() {
    var strict = DOCUMENT.deepCopy();
    strict.path("components").path("schemas").forEach(Description::close);
    var documents =
        Map.of(
            LENIENT, absolute(LENIENT, DOCUMENT.deepCopy()).toString(),
            STRICT, absolute(STRICT, strict).toString());
    return JsonSchemaFactory.getInstance(
        VersionFlag.V202012,
        builder ->
            builder
                .metaSchema(OpenApi31.getInstance())
                .defaultMetaSchemaIri(OpenApi31.getInstance().getIri())
                .schemaLoaders(loaders -> loaders.schemas(documents)));
  }

  /** Lets no object have a member that is not named. */
  private static void close(JsonNode schema) {
    if (schema instanceof ObjectNode object
        && object.has("properties")
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    schema.forEach(Description::close);
  }

  private static JsonNode absolute(String base, JsonNode node) {
    node.findParents("$ref").stream()
        .map(ObjectNode.class::cast)
        .filter(owner -> owner.path("$ref").asText().startsWith("#"))
        .forEach(owner -> owner.put("$ref", base + owner.path("$ref").asText()));
    return node;
  }

  private static List<Route> routes() {
    var routes = new ArrayList<Route>();
    for (var path : DOCUMENT.path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        var pattern = Pattern.compile(path.getKey().replaceAll("\\{\\w+}", "[^/]+"));
        routes.add(
            new Route(
                operation.getKey().toUpperCase(Locale.ROOT),
                path.getKey(),
                pattern,
                operation.getValue()));
      }
    }
    routes.sort(Comparator.comparing(route -> route.template().contains("{")));
    return routes;
  }

  /** The names of all headers that any answer is described with. */
  private static Set<String> headers() {
    return Stream.concat(
            stream(DOCUMENT.path("components").path("responses")),
            ROUTES.stream().flatMap(route -> stream(route.operation().path("responses"))))
        .flatMap(response -> response.path("headers").properties().stream())
        .map(header -> header.getKey().toLowerCase(Locale.ROOT))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<JsonNode> stream(JsonNode node) {
    return StreamSupport.stream(node.spliterator(), false);
  }

  private static Optional<JsonNode> fields(JsonNode object, String name) {
    return object.properties().stream()
        .filter(field -> field.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
