package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A misspelt variable is found; nobody else's is. */
class EnvironmentNamesTest {

  @Test
  void everySettingOfAFeatureIsKnownAndNoOther() {
    var read = new TreeSet<String>();
    new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.uketsuke")
            .stream()
            .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
            .flatMap(
                type ->
                    ConfigMappings.getProperties(ConfigClass.configClass(type.reflect()))
                        .keySet()
                        .stream())
            .map(name -> name.replaceAll("\\[\\*]$", ""))
            .map(name -> name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT))
            .forEach(read::add);

    assertEquals(read, new TreeSet<>(EnvironmentNames.KNOWN));
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
    var objections = EnvironmentNames.objections(Map.of(variable, "hunter2"));

    assertEquals(1, objections.size());
    assertTrue(objections.get(0).startsWith(variable + " is no setting"), objections::toString);
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
    assertEquals(List.of(), EnvironmentNames.objections(environment));
    assertEquals(List.of(), EnvironmentNames.ignored(environment));
  }

  /** Other programs' variables may begin like ours. */
  @ParameterizedTest
  @ValueSource(strings = {"UKETSUKE_JAR", "UKETSUKE_HOME", "UKETSUKE_TEST_URL", "UKETSUKE_"})
  void otherWordIsOnlyWarnedOf(String variable) {
    var environment = Map.of(variable, "hunter2");
    assertEquals(List.of(), EnvironmentNames.objections(environment));
    assertEquals(List.of(variable), EnvironmentNames.ignored(environment));
  }

  /** Who means PORT is told; Kubernetes puts an address there. */
  @Test
  void portOfOursIsNone() {
    assertEquals(
        List.of("UKETSUKE_PORT"), EnvironmentNames.ignored(Map.of("UKETSUKE_PORT", "8080")));
  }
}
