package dev.uketsuke.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProblemTest {

  @Test
  void eachMethodMakesACopy() {
    Problem plain = Problem.of(ProblemType.NOT_FOUND);
    String before = new String(plain.toJson());
    plain
        .detail("d")
        .with("a", 1)
        .header("X", "y")
        .violations(List.of(new Violation("f", Violation.Code.INVALID, "m")));
    assertEquals(before, new String(plain.toJson()));
    assertNotEquals(before, new String(plain.detail("d").toJson()));
  }

  @Test
  void pauseIsWholeSecondsRoundedUpAndAtLeastOne() {
    assertEquals("1", pause(Duration.ZERO));
    assertEquals("1", pause(Duration.ofMillis(-5)));
    assertEquals("1", pause(Duration.ofMillis(1000)));
    assertEquals("2", pause(Duration.ofMillis(1001)));
  }

  @Test
  void membersAreWrittenAsJson() {
    UUID id = UUID.randomUUID();
    var json =
        Problem.of(ProblemType.ILLEGAL_TRANSITION)
            .with("id", id)
            .with("n", 3)
            .with("yes", true)
            .with("at", Instant.EPOCH)
            .with("allowed", List.of("PAID", "CANCELLED"))
            .with("gone", 1)
            .with("gone", null)
            .violations(List.of(new Violation("a.b", Violation.Code.MALFORMED, "must be \"x\"")))
            .toNode();
    assertEquals(id.toString(), json.get("id").textValue());
    assertEquals(3, json.get("n").intValue());
    assertEquals(true, json.get("yes").booleanValue());
    assertEquals("1970-01-01T00:00:00Z", json.get("at").textValue());
    assertEquals("[\"PAID\",\"CANCELLED\"]", json.get("allowed").toString());
    assertEquals(false, json.has("gone"));
    assertEquals("must be \"x\"", json.at("/violations/0/message").textValue());
  }

  @Test
  void slugsAreDistinctAndFitForAddresses() {
    Set<String> slugs = new HashSet<>();
    for (ProblemType type : ProblemType.values()) {
      assertEquals(
          true, type.slug().matches("[a-z]+(-[a-z]+)*") && slugs.add(type.slug()), type.name());
    }
  }

  private static String pause(Duration pause) {
    return Problem.of(ProblemType.TEMPORARILY_UNAVAILABLE)
        .retryAfter(pause)
        .headers()
        .get("Retry-After");
  }
}
