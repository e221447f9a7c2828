package dev.uketsuke.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.applications.Actor;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import dev.uketsuke.support.Description;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Every example in the API description is what it says, and none is missing. */
class DescriptionExamplesTest {

  private static final JsonNode DOCUMENT = Description.document();

  @Test
  void everyExampleFitsItsSchema() {
    var faults = new ArrayList<String>();
    int[] seen = {0};
    walk(
        "",
        DOCUMENT,
        (path, node) -> {
          for (var example : examples(node)) {
            seen[0]++;
            Description.faults(node.path("schema"), example)
                .forEach(fault -> faults.add(path + ": " + fault));
          }
          if (node.has("type") && node.path("examples").isArray()) {
            for (var example : node.path("examples")) {
              seen[0]++;
              Description.faults(node, example).forEach(fault -> faults.add(path + ": " + fault));
            }
          }
        });
    assertEquals(List.of(), faults);
    assertTrue(seen[0] > 100, () -> "only " + seen[0] + " examples");
  }

  @Test
  void everyBodyHasAnExampleAndEveryParameterIsExplained() {
    var lacking = new ArrayList<String>();
    for (var path : DOCUMENT.path("paths").properties()) {
      for (var entry : path.getValue().properties()) {
        var name = entry.getKey() + " " + path.getKey();
        var operation = entry.getValue();
        if (operation.path("description").asText().isBlank()) {
          lacking.add(name + " has no description");
        }
        for (var each : operation.path("parameters")) {
          var parameter = Description.resolved(each);
          if (!parameter.path("schema").has("type") && !parameter.path("schema").has("$ref")
              || parameter.path("description").asText().isBlank()) {
            lacking.add(name + " parameter " + parameter.path("name"));
          }
        }
        contents(operation)
            // Linters take an example that has a member "example" for a schema.
            .filter(media -> !media.toString().contains("ProblemExplanation"))
            .filter(media -> examples(media).isEmpty())
            .forEach(media -> lacking.add(name + " has no example of " + media));
        for (var response : operation.path("responses")) {
          if (response.has("$ref") && response.size() > 1) {
            lacking.add(name + " hides what is said at " + response.path("$ref"));
          }
        }
      }
    }
    assertEquals(List.of(), lacking);
  }

  @Test
  void everyChoiceIsThatOfTheCode() {
    var schemas = DOCUMENT.path("components").path("schemas");
    assertEquals(
        Arrays.stream(Actor.values()).map(one -> one.name().toLowerCase(Locale.ROOT)).toList(),
        texts(schemas.at("/HistoryEntry/properties/by/enum")));
    assertEquals(
        Arrays.stream(ProblemType.values()).map(one -> "/problems/" + one.slug()).toList(),
        texts(schemas.at("/Problem/properties/type/enum")));
    var codes =
        schemas.at("/Problem/properties/violations/items/properties/code/description").asText();
    for (var code : Violation.Code.values()) {
      assertTrue(codes.contains("`" + code.slug() + "`"), code::slug);
    }
  }

  @Test
  void theLongestKeyIsThatOfTheCode() {
    var asked =
        StreamSupport.stream(
                DOCUMENT.at("/paths/~1v1~1submissions/get/parameters").spliterator(), false)
            .filter(parameter -> parameter.path("name").asText().equals("idempotencyKey"))
            .findFirst()
            .orElseThrow();
    assertEquals(IdempotencyKey.MAX_LENGTH, asked.at("/schema/maxLength").asInt());
    // Quoted, and each character escaped.
    assertEquals(
        2 * IdempotencyKey.MAX_LENGTH + 2,
        DOCUMENT.at("/components/parameters/IdempotencyKey/schema/maxLength").asInt());
  }

  /** A name that only means something in Java means nothing to a client. */
  @Test
  void noSchemaIsCalledLikeATypeOfTheLanguage() {
    var names = DOCUMENT.path("components").path("schemas").properties().stream();
    assertEquals(
        List.of(),
        names
            .map(Map.Entry::getKey)
            .filter(name -> List.of("UUID", "Instant", "State", "Entry", "Kind").contains(name))
            .toList());
  }

  /** What can be in an answer under all circumstances is required; of a page that is all. */
  @Test
  void pagesViewsAndReportsSayWhatIsAlwaysThere() {
    var without =
        DOCUMENT.path("components").path("schemas").properties().stream()
            .filter(schema -> schema.getValue().has("properties"))
            .filter(schema -> schema.getValue().path("required").isEmpty())
            .map(Map.Entry::getKey)
            .filter(name -> !name.equals("Recipient"))
            .toList();
    assertEquals(List.of(), without);
  }

  private interface Visitor {
    void visit(String path, JsonNode node);
  }

  private static void walk(String path, JsonNode node, Visitor visitor) {
    if (path.endsWith("/example") || path.endsWith("/value")) {
      return;
    }
    visitor.visit(path, node);
    for (var field : node.properties()) {
      walk(path + "/" + field.getKey(), field.getValue(), visitor);
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(path + "/" + i, node.get(i), visitor);
      }
    }
  }

  /** The examples beside a schema, in a media type, a parameter or a header. */
  private static List<JsonNode> examples(JsonNode node) {
    if (!node.path("schema").isObject()) {
      return List.of();
    }
    var all = new ArrayList<JsonNode>();
    if (node.has("example")) {
      all.add(node.path("example"));
    }
    node.path("examples").forEach(each -> all.add(each.path("value")));
    return all;
  }

  private static Stream<JsonNode> contents(JsonNode operation) {
    var answers =
        StreamSupport.stream(operation.path("responses").spliterator(), false)
            .map(Description::resolved);
    return Stream.concat(Stream.of(Description.resolved(operation.path("requestBody"))), answers)
        .flatMap(each -> StreamSupport.stream(each.path("content").spliterator(), false));
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.toList());
  }
}
