package dev.uketsuke.submissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRetentionTest {
  @Test
  void anHourIsTheLeast() {
    assertEquals(Duration.ofHours(1), new KeyRetention().convert("PT1H"));
    assertEquals(Duration.ofDays(30), new KeyRetention().convert(" P30D "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT59M59.999S", "PT0S", "-P30D", "P36501D", "30 days", "3600", ""})
  void whatIsTooShortOrNoDurationIsRefusedByName(String value) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new KeyRetention().convert(value));
    assertTrue(refused.getMessage().startsWith("UKETSUKE_KEY_RETENTION must be"));
  }
}
