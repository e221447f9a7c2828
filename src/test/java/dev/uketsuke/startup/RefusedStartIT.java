package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the packaged service says of an environment it does not start with. */
class RefusedStartIT {

  private static final String REFUSAL = "Uketsuke does not start: ";

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
    "UKETSUKE_CORS_ORIGINS, *, UKETSUKE_CORS_ORIGINS must be an exact origin",
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

  /** Whatever is wrong with each: out of its limits, unreadable, empty, misspelt or missing. */
  @Test
  void allWrongSettingsAreReportedAtOnce() throws Exception {
    var environment =
        Map.ofEntries(
            Map.entry("PORT", "http"),
            Map.entry("QUARKUS_DATASOURCE_JDBC_URL", ""),
            Map.entry("QUARKUS_OIDC_PUBLIC_KEY", "hunter2"),
            Map.entry("UKETSUKE_RELAY_EVERY", "PT0S"),
            Map.entry("UKETSUKE_RELAY_LEASE", "PT"),
            Map.entry("UKETSUKE_RELAY_ATTEMPTS", "abc"),
            Map.entry("UKETSUKE_RELAY_RUN", ""),
            Map.entry("UKETSUKE_SUBMISSION_TOKENS_REQUIRED", "yes"),
            Map.entry("UKETSUKE_NEW_KEYS_PER_MINUTE", "0"),
            Map.entry("UKETSUKE_DATA_RETENTION", "30 days"),
            Map.entry("UKETSUKE_KAFKA_CONSUME", "ture"),
            Map.entry("UKETSUKE_KEY_RETENTOIN", "P1D"),
            Map.entry("UKETSUKE_PAYMENTS_SECRETS", PaymentProvider.SECRET + ",whsec_%hunter2"));
    try (var service = PackagedService.launch(environment)) {
      assertNotEquals(0, service.awaitExit(Duration.ofMinutes(2)));

      assertEquals(
          List.of(
              "PORT must be a number from 0 to 65535, but is \"http\"",
              "QUARKUS_DATASOURCE_JDBC_URL is missing: production needs a PostgreSQL database",
              "QUARKUS_OIDC_PUBLIC_KEY must be a public key, PEM or its base64 alone",
              "UKETSUKE_DATA_RETENTION must be a duration such as PT30S, but is \"30 days\"",
              "UKETSUKE_KAFKA_CONSUME must be true or false, but is ture",
              "UKETSUKE_KEY_RETENTOIN is not a setting of this service; perhaps"
                  + " UKETSUKE_KEY_RETENTION is meant",
              "UKETSUKE_NEW_KEYS_PER_MINUTE must be at least 1, but is 0",
              "UKETSUKE_PAYMENTS_SECRETS must contain secrets of the form whsec_<Base64>, separated by"
                  + " commas, but number 2 is not",
              "UKETSUKE_RELAY_ATTEMPTS must be a whole number, but is abc",
              "UKETSUKE_RELAY_EVERY must be at least PT1S, but is PT0S",
              "UKETSUKE_RELAY_LEASE must be a duration such as PT30S, but is PT",
              "UKETSUKE_RELAY_RUN must not be empty",
              "UKETSUKE_SUBMISSION_TOKENS_REQUIRED must be true or false, but is yes"),
          service
              .log()
              .lines()
              .filter(line -> line.startsWith(REFUSAL))
              .map(line -> line.substring(REFUSAL.length()))
              .toList(),
          service.log());
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
