package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusedStartTest {
  @Test
  void eachReasonHasALineOfItsOwn() {
    assertEquals(
        "Uketsuke does not start: first thing"
            + System.lineSeparator()
            + "Uketsuke does not start: second",
        RefusedStart.lines(List.of("first\n\tthing", "second")));
  }

  @Test
  void aMistakeInTheConfigurationIsFoundBelowOtherFailures() {
    assertEquals(
        Optional.of(List.of("too short")),
        RefusedStart.reasons(new IllegalStateException(new ConfigurationException("too short"))));
  }

  @Test
  void anUnreachableDatabaseIsSaidInWords() {
    assertEquals(
        Optional.of(List.of("the database cannot be used: refused")),
        RefusedStart.reasons(new IllegalStateException(new SQLException("refused", "08001"))));
  }

  @Test
  void whatNobodyForesawIsNotExplainedAway() {
    assertEquals(Optional.empty(), RefusedStart.reasons(new IllegalStateException("bug")));
    assertEquals(Optional.empty(), RefusedStart.reasons(new SQLException("syntax", "42601")));
  }
}
