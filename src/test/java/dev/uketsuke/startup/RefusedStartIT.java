package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the packaged service says of an environment it does not start with. */
class RefusedStartIT {

  @BeforeAll
  static void freshDatabase() {
    TestDatabase.create();
  }

  @ParameterizedTest
  @CsvSource({
    "UKETSUKE_SUBMISSION_TOKENS_REQUIERED, hunter2, UKETSUKE_SUBMISSION_TOKENS_REQUIRED",
    "UKETSUKE_CARRIER_URL, http://u:hunter2@carrier/?, UKETSUKE_CARRIER_URL must be",
    "UKETSUKE_DATABASE_INQUIRY_LOCK_TIMEOUT, PT3S, UKETSUKE_DATABASE_LOCK_TIMEOUT",
    "QUARKUS_DATASOURCE_JDBC_URL, jdbc:postgresql://u:hunter2@h:x/d, QUARKUS_DATASOURCE_JDBC_URL",
    "QUARKUS_OIDC_AUTH_SERVER_URL, ftp://u:hunter2@h, QUARKUS_OIDC_AUTH_SERVER_URL",
  })
  void oneLineNamesTheVariableAndShowsNoSecret(String variable, String value, String said)
      throws Exception {
    try (var service = PackagedService.launch(Map.of(variable, value))) {
      assertNotEquals(0, service.awaitExit(Duration.ofMinutes(2)));

      var lines = service.log().lines().filter(line -> line.contains("does not start")).toList();
      assertEquals(1, lines.size(), service.log());
      assertTrue(lines.get(0).contains(said), lines::toString);
      assertFalse(service.log().contains("hunter2"), service.log());
      assertFalse(service.log().contains("\tat "), "shows a stack trace");
    }
  }

  @Test
  void variablesOfAPlatformDoNotStandInTheWay() throws Exception {
    PackagedService.start(
            Map.of(
                "UKETSUKE_SERVICE_HOST", "10.0.0.1",
                "UKETSUKE_SERVICE_PORT_HTTP", "80",
                "UKETSUKE_PORT", "tcp://10.0.0.1:80",
                "UKETSUKE_PORT_80_TCP_ADDR", "10.0.0.1"))
        .close();
  }
}
