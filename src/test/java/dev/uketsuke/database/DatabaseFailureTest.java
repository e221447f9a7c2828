package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only what has certainly been rolled back is called definite. */
class DatabaseFailureTest {

  @ParameterizedTest
  @CsvSource({
    "40001, RETRYABLE",
    "40P01, RETRYABLE",
    "55P03, LOCKED",
    "57014, UNKNOWN",
    "40003, UNKNOWN",
    "08006, UNKNOWN",
    "57P01, UNKNOWN",
    "XX000, UNKNOWN",
    ",      UNKNOWN",
    "26000, RETRYABLE",
    "25006, STALE",
    "25P03, STALE",
    "57P05, STALE",
    "57P03, UNAVAILABLE",
    "28000, UNAVAILABLE",
    "28P01, UNAVAILABLE",
    "3D000, UNAVAILABLE",
    "0A000, FAULT",
    "25P04, UNAVAILABLE",
    "53300, UNAVAILABLE",
    "23514, FAULT",
    "42P01, FAULT"
  })
  void saysWhatTheStateCanMean(String state, DatabaseFailure expected) {
    assertEquals(expected, DatabaseFailure.of(new SQLException("failed", state)));
  }
}
