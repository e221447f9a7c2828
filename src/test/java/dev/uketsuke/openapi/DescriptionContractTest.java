package dev.uketsuke.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What client teams read is what the service serves, complete and without invented problems. */
@QuarkusTest
@RealParts
class DescriptionContractTest {

  private static final Path SNAPSHOT = Path.of("docs/openapi.yaml");

  @Test
  void theCheckedSnapshotIsNotStale() throws IOException {
    Answer served = get("/q/openapi?format=yaml").expect(200);
    // Sorted: the order in which the library writes members differs from build to build.
    assertEquals(
        Files.readString(SNAPSHOT).lines().sorted().toList(),
        served.text().lines().sorted().toList(),
        "The API has changed: cp target/openapi/openapi.yaml docs/openapi.yaml, and read the diff");
  }

  @Test
  void everyProblemShownIsInTheCatalogueWithItsStatusAndTitle() {
    Set<JsonNode> shown = new HashSet<>(description().findParents("status"));
    shown.removeIf(node -> !node.path("type").asText().startsWith("/problems/"));
    assertTrue(shown.size() >= 15, () -> "only " + shown.size() + " problems are shown");
    for (JsonNode example : shown) {
      String slug = example.path("type").asText().substring("/problems/".length());
      ProblemType type =
          Arrays.stream(ProblemType.values())
              .filter(known -> known.slug().equals(slug))
              .findFirst()
              .orElseThrow(() -> new AssertionError(slug + " is not in the catalogue"));
      assertEquals(type.status(), example.path("status").asInt(), slug);
      assertEquals(type.title(), example.path("title").asText(), slug);
    }
  }

  @Test
  void submittingShowsAnExampleForEachOutcome() {
    JsonNode components = description().path("components").path("responses");
    Set<String> examples =
        List.of("SubmissionConflict", "KeyExpired", "SubmissionUnavailable").stream()
            .flatMap(name -> names(components.path(name).findValue("examples")).stream())
            .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            "idempotency-key-conflict",
            "submission-in-progress",
            "idempotency-key-expired",
            "outcome-unknown",
            "temporarily-unavailable"),
        examples);
    for (String name : List.of("Created", "Replayed")) {
      assertTrue(components.path(name).findValue("example").has("applicationId"), name);
    }
  }

  @Test
  void swaggerUiIsServed() {
    assertTrue(get("/q/swagger-ui/").expect(200).text().contains("swagger"));
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new HashSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonNode description() {
    return get("/q/openapi?format=json").expect(200).json();
  }

  private static Answer get(String path) {
    Api api = Api.asApplicant();
    return api.send(api.withoutToken(path).GET());
  }
}
