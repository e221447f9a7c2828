package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A misspelt variable is found; nobody else's is. */
class EnvironmentNamesTest {

  private static final EnvironmentNames NAMES =
      EnvironmentNames.of(MappedSettings.defaults(AllMappings.ours()).keySet());

  /** The names come from the mappings; a few of each kind stand here for all. */
  @Test
  void everyKindOfSettingIsKnown() {
    assertTrue(
        NAMES
            .known()
            .containsAll(
                List.of(
                    "UKETSUKE_KEY_RETENTION",
                    "UKETSUKE_SUBMISSION_TOKENS_REQUIRED",
                    "UKETSUKE_PAYMENTS_SECRETS",
                    "UKETSUKE_CARRIER_URL",
                    "UKETSUKE_KAFKA_CONSUME",
                    "UKETSUKE_DATABASE_INQUIRY_LOCK_TIMEOUT")),
        NAMES::toString);
    assertTrue(
        NAMES.known().stream().allMatch(name -> name.matches("UKETSUKE_[A-Z_]+")), NAMES::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "UKETSUKE_KEY_RETENTON, UKETSUKE_KEY_RETENTION",
    "UKETSUKE_CARIER_URL, UKETSUKE_CARRIER_URL",
    "UKETSUKE_PAYMENT_SECRETS, UKETSUKE_PAYMENTS_SECRETS",
    "UKETSUKE_SUBMISSION_TOKENS_REQUIERED, UKETSUKE_SUBMISSION_TOKENS_REQUIRED",
    "uketsuke_submission_tokens_requierd, UKETSUKE_SUBMISSION_TOKENS_REQUIRED",
    "uketsuke.data.retentoin, UKETSUKE_DATA_RETENTION",
    "_PROD_UKETSUKE_DATA_RETENTIN, UKETSUKE_DATA_RETENTION",
    "UKETSUKE_PAYMENTS_SECRET_0_, UKETSUKE_PAYMENTS_SECRETS",
  })
  void misspeltVariableIsNamedWithTheNearestKnownOne(String variable, String meant) {
    var objections = NAMES.objections(Map.of(variable, "hunter2"));

    assertEquals(1, objections.size());
    assertTrue(objections.get(0).startsWith(variable + " is not a setting"), objections::toString);
    assertTrue(objections.get(0).contains("perhaps " + meant + " is meant"), objections::toString);
    assertFalse(objections.get(0).contains("hunter2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UKETSUKE_KEY_RETENTION",
        "uketsuke_key_retention",
        "uketsuke.key-retention",
        "_PROD_UKETSUKE_KEY_RETENTION",
        "UKETSUKE_PAYMENTS_SECRETS",
        "UKETSUKE_PAYMENTS_SECRETS_0_",
        "UKETSUKE_PAYMENTS_SECRETS_12_",
        "UKETSUKE_SERVICE_HOST",
        "UKETSUKE_SERVICE_PORT",
        "UKETSUKE_SERVICE_PORT_HTTP",
        "UKETSUKE_PORT",
        "UKETSUKE_PORT_8080_TCP",
        "UKETSUKE_PORT_8080_TCP_ADDR",
        "UKETSUKE_PORT_8080_TCP_PORT",
        "UKETSUKE_PORT_8080_TCP_PROTO",
        "UKETSUKE_DB_SERVICE_HOST",
        "UKETSUKE_DB_PORT",
        "UKETSUKE_DB_PORT_5432_TCP_ADDR",
        "MY_UKETSUKE",
        "PATH"
      })
  void knownOnesAndThoseOfAPlatformAreLetThrough(String variable) {
    var environment = Map.of(variable, "tcp://10.0.0.1:8080");
    assertEquals(List.of(), NAMES.objections(environment));
    assertEquals(List.of(), NAMES.ignored(environment));
  }

  /** Other programs' variables may begin like ours. */
  @ParameterizedTest
  @ValueSource(strings = {"UKETSUKE_JAR", "UKETSUKE_HOME", "UKETSUKE_TEST_URL", "UKETSUKE_"})
  void otherWordIsOnlyWarnedOf(String variable) {
    var environment = Map.of(variable, "hunter2");
    assertEquals(List.of(), NAMES.objections(environment));
    assertEquals(List.of(variable), NAMES.ignored(environment));
  }

  /** Who means PORT is told; Kubernetes puts an address there. */
  @Test
  void portOfOursIsNone() {
    assertEquals(List.of("UKETSUKE_PORT"), NAMES.ignored(Map.of("UKETSUKE_PORT", "8080")));
  }
}
