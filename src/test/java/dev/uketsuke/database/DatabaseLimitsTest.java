package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.PoolerSettings.Pooler;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits that contradict each other stop the start in one line that names them. */
class DatabaseLimitsTest {

  private record Limits(
      Duration inquiryLockTimeout,
      Duration lockTimeout,
      Duration statementTimeout,
      Duration socketTimeout)
      implements DatabaseLimits {}

  @Test
  void eachLongerThanTheOneBeforeIsFine() {
    assertDoesNotThrow(() -> sessions("PT0.2S", "PT2S", "PT5S", "PT10S"));
    assertDoesNotThrow(() -> sessions("PT2S", "PT2S", "PT5S", "PT10S"));
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, PT2S, PT5S, PT10S, INQUIRY_LOCK_TIMEOUT",
    "PT0.0001S, PT2S, PT5S, PT10S, INQUIRY_LOCK_TIMEOUT",
    "-PT1S, PT2S, PT5S, PT10S, INQUIRY_LOCK_TIMEOUT",
    "PT2.001S, PT2S, PT5S, PT10S, INQUIRY_LOCK_TIMEOUT",
    "PT0.2S, PT5S, PT5S, PT10S, LOCK_TIMEOUT",
    "PT0.2S, PT2S, PT10S, PT10S, LOCK_TIMEOUT",
    "PT0.2S, PT2S, PT5S, P30D, LOCK_TIMEOUT",
  })
  void restIsRefusedByName(
      String inquiry, String lock, String statement, String socket, String of) {
    var refused =
        assertThrows(
            ConfigurationException.class, () -> sessions(inquiry, lock, statement, socket));

    assertTrue(
        refused.getMessage().startsWith("UKETSUKE_DATABASE_" + of + " ")
            || refused.getMessage().startsWith("UKETSUKE_DATABASE_" + of + ","),
        refused.getMessage());
    assertEquals(1, refused.getMessage().lines().count());
  }

  private static SessionLimits sessions(
      String inquiry, String lock, String statement, String socket) {
    var limits =
        new Limits(
            Duration.parse(inquiry),
            Duration.parse(lock),
            Duration.parse(statement),
            Duration.parse(socket));
    return new SessionLimits(limits, new TransactionLimits(limits, () -> Pooler.NONE));
  }
}
