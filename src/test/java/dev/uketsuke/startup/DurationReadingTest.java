package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A duration out of bounds stops the start in words that an operator understands. */
class DurationReadingTest {

  private static final class Sample extends DurationReading {
    private static final long serialVersionUID = 1L;

    Sample() {
      super("SOME_VARIABLE", Duration.ofSeconds(1), Duration.ofDays(2));
    }
  }

  @Test
  void boundsAreIncluded() {
    assertEquals(Duration.ofSeconds(1), new Sample().convert("PT1S"));
    assertEquals(Duration.ofDays(2), new Sample().convert(" P2D "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0.999S", "P2DT0.001S", "-PT5M", "5", "5m", "", "P1M"})
  void restIsRefusedByName(String value) {
    var refused = assertThrows(IllegalArgumentException.class, () -> new Sample().convert(value));
    assertEquals(
        "SOME_VARIABLE must be an ISO 8601 duration from PT1S to P2D, but is \"" + value + "\"",
        refused.getMessage());
  }
}
