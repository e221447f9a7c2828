package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A setting out of bounds stops the start in words that an operator understands. */
class ReadingTest {

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

  private static final class Number extends CountReading {
    private static final long serialVersionUID = 1L;

    Number() {
      super("SOME_VARIABLE");
    }
  }

  @Test
  void countIsOneOrMore() {
    assertEquals(1, new Number().convert("1"));
    assertEquals(120, new Number().convert(" 120 "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "many", "", "9999999999"})
  void otherCountsAreRefusedByName(String value) {
    var refused = assertThrows(IllegalArgumentException.class, () -> new Number().convert(value));
    assertEquals(
        "SOME_VARIABLE must be a whole number from 1 to 999999999, but is \"" + value + "\"",
        refused.getMessage());
  }

  @Test
  void flagIsTrueOrFalse() {
    assertEquals(true, new FlagReading().convert(" TRUE "));
    assertEquals(false, new FlagReading().convert("false"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ture", "yes", "1", ""})
  void misspeltFlagIsNotTakenForFalse(String value) {
    assertThrows(IllegalArgumentException.class, () -> new FlagReading().convert(value));
  }
}
