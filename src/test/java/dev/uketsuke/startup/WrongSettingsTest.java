package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValidationException.Problem;
import io.smallrye.config.ConfigValidator;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.validator.BeanValidationConfigValidatorImpl;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every wrong setting has its line, in words that an operator understands. */
class WrongSettingsTest {
  private static final ConfigValidator VALIDATOR = new BeanValidationConfigValidatorImpl();

  @ParameterizedTest
  @CsvSource({
    "uketsuke.relay.every, PT0S, 'UKETSUKE_RELAY_EVERY must be at least PT1S, but is PT0S'",
    "uketsuke.relay.every, P2D, 'UKETSUKE_RELAY_EVERY must be at most P1D, but is P2D'",
    "uketsuke.relay.every, PT, 'UKETSUKE_RELAY_EVERY must be a duration such as PT30S, but is PT'",
    "uketsuke.relay.attempts, 0, 'UKETSUKE_RELAY_ATTEMPTS must be at least 1, but is 0'",
    "uketsuke.relay.attempts, 1.5, 'UKETSUKE_RELAY_ATTEMPTS must be a whole number, but is 1.5'",
    "uketsuke.relay.attempts, 9999999999, 'UKETSUKE_RELAY_ATTEMPTS must be a whole number, but is 9999999999'",
    "uketsuke.key-retention, PT59M59S, 'UKETSUKE_KEY_RETENTION must be at least PT1H, but is PT59M59S'",
    "uketsuke.key-retention, -P30D, 'UKETSUKE_KEY_RETENTION must be at least PT1H, but is -P30D'",
    "uketsuke.key-retention, P36501D, 'UKETSUKE_KEY_RETENTION must be at most P36500D, but is P36501D'",
    "uketsuke.data-retention, PT0S, 'UKETSUKE_DATA_RETENTION must be at least PT1S, but is PT0S'",
    "uketsuke.new-keys-per-minute, -1, 'UKETSUKE_NEW_KEYS_PER_MINUTE must be at least 1, but is -1'",
    "uketsuke.new-keys-per-minute, '${x} {y}', 'UKETSUKE_NEW_KEYS_PER_MINUTE must be a whole number, but is \"${x} {y}\"'",
    "uketsuke.jobs.scheduled, yes, 'UKETSUKE_JOBS_SCHEDULED must be true or false, but is yes'",
    "uketsuke.jobs.scheduled, '', 'UKETSUKE_JOBS_SCHEDULED must not be empty'",
    "uketsuke.events.topic, 'a b', 'UKETSUKE_EVENTS_TOPIC must be 1 to 249 letters, digits, dots, underscores or hyphens, but is \"a b\"'",
    "uketsuke.events.topic, .., 'UKETSUKE_EVENTS_TOPIC must be 1 to 249 letters, digits, dots, underscores or hyphens, but is ..'",
    "uketsuke.carrier.url, 'http://u:p@h', 'UKETSUKE_CARRIER_URL must be an http or https URL without user, query or fragment'",
    "uketsuke.carrier.header-name, X-Api-Key, 'UKETSUKE_CARRIER_HEADER_NAME is set without UKETSUKE_CARRIER_HEADER_VALUE, which it needs'",
    "uketsuke.carrier.token-client-secret, hunter2, 'UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET is set without UKETSUKE_CARRIER_TOKEN_URL, which it needs'",
    "uketsuke.carrier.token-client-authentication, jwt, 'UKETSUKE_CARRIER_TOKEN_CLIENT_AUTHENTICATION cannot be read, but is jwt'",
    "uketsuke.payments.page, 'http://pay.example/', 'UKETSUKE_PAYMENTS_PAGE must be an https URL without user, or a path that begins with one slash; placeholders behind the host are {applicationId}, {amount} and {currency}'",
    "uketsuke.relay.evry, PT1S, 'uketsuke.relay.evry is not a setting of this service'",
  })
  void wrongSettingIsNamedWithItsRule(String property, String value, String line) {
    assertEquals(List.of(line), lines(Map.of(property, value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "http://pay.example/{applicationId}",
        "https://user:hunter2@pay.example/",
        "https://{currency}.example/",
        "https://pay.example{applicationId}/",
        "https:///x",
        "https://pay.example/{number}",
        "https://pay.example/{applicationId",
        "https://pay.example/a b",
        "//pay.example/",
        "/\\\\pay.example",
        "pay.html",
        "https://"
      })
  void pageForPayingMustBeSafe(String address) {
    var lines = lines(Map.of("uketsuke.payments.page", address));
    assertEquals(1, lines.size(), lines::toString);
    assertTrue(lines.get(0).startsWith("UKETSUKE_PAYMENTS_PAGE must be "), lines::toString);
    assertFalse(lines.get(0).contains("hunter2"), lines::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://pay.example",
        "https://pay.example:8443/a/{applicationId}?a={amount}&c={currency}#{applicationId}",
        "/pay.html?application={applicationId}",
        "https://pay.example?{applicationId}"
      })
  void pageForPayingMayHavePlaceholders(String address) {
    assertEquals(List.of(), lines(Map.of("uketsuke.payments.page", address)));
  }

  @Test
  void textsAboutPayingHaveALimit() {
    assertEquals(List.of(), lines(Map.of("uketsuke.payments.text-ja", "あ".repeat(1000))));
    var lines = lines(Map.of("uketsuke.payments.text-ja", "a".repeat(1001)));
    assertEquals(1, lines.size());
    assertTrue(
        lines.get(0).startsWith("UKETSUKE_PAYMENTS_TEXT_JA must be at most 1000 characters"),
        lines::toString);
  }

  @Test
  void limitsThemselvesAreAllowed() {
    assertEquals(List.of(), lines(Map.of("uketsuke.key-retention", "PT1H")));
    assertEquals(List.of(), lines(Map.of("uketsuke.key-retention", " P36500D ")));
    assertEquals(List.of(), lines(Map.of("uketsuke.relay.attempts", " 1 ")));
    assertEquals(List.of(), lines(Map.of("uketsuke.jobs.scheduled", " TRUE ")));
    assertEquals(List.of(), lines(Map.of("uketsuke.carrier.url", "https://c.example/api/")));
  }

  /** The library would not look at limits in a mapping that holds an unreadable value. */
  @Test
  void unreadableValueHidesNoOther() {
    assertEquals(
        List.of(
            "UKETSUKE_RELAY_ATTEMPTS must be a whole number, but is many",
            "UKETSUKE_RELAY_EVERY must be at least PT1S, but is PT0S",
            "UKETSUKE_RELAY_LEASE must be a duration such as PT30S, but is PT",
            "UKETSUKE_RELAY_RUN must not be empty"),
        lines(
            Map.of(
                "uketsuke.relay.attempts", "many",
                "uketsuke.relay.lease", "PT",
                "uketsuke.relay.run", "",
                "uketsuke.relay.every", "PT0S")));
  }

  @Test
  void secretIsToldByItsNumberAlone() {
    var lines = lines(Map.of("uketsuke.payments.secrets", "whsec_QUJD,hunter2"));

    assertEquals(
        List.of(
            "UKETSUKE_PAYMENTS_SECRETS must contain secrets of the form whsec_<Base64>, separated by"
                + " commas, but number 2 is not"),
        lines);
  }

  @Test
  void credentialsForTheCarrierHaveToAgreeAndAreNotRepeated() {
    assertEquals(
        List.of(
            "UKETSUKE_CARRIER_TOKEN_URL is set without UKETSUKE_CARRIER_TOKEN_CLIENT_ID, which it needs",
            "UKETSUKE_CARRIER_TOKEN_URL is set without UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET, which it"
                + " needs"),
        lines(Map.of("uketsuke.carrier.token-url", "https://c.example/token")));
    assertEquals(
        List.of(
            "UKETSUKE_CARRIER_HEADER_NAME must not be Authorization when UKETSUKE_CARRIER_TOKEN_URL is"
                + " set: the token is sent in that header"),
        lines(
            Map.of(
                "uketsuke.carrier.header-name", "authorization",
                "uketsuke.carrier.header-value", "Basic hunter2",
                "uketsuke.carrier.token-url", "https://c.example/token",
                "uketsuke.carrier.token-client-id", "us",
                "uketsuke.carrier.token-client-secret", "hunter2")));
    assertEquals(
        List.of(
            "UKETSUKE_CARRIER_HEADER_NAME must be the name of a header that the service does not set"
                + " itself, but is Idempotency-Key",
            "UKETSUKE_CARRIER_HEADER_VALUE must be printable ASCII without a space or line break at"
                + " either end"),
        lines(
            Map.of(
                "uketsuke.carrier.header-name", "Idempotency-Key",
                "uketsuke.carrier.header-value", "hunter2\n")));
    assertEquals(
        List.of(),
        lines(
            Map.of(
                "uketsuke.carrier.header-name", "X-Api-Key",
                "uketsuke.carrier.header-value", "hunter2",
                "uketsuke.carrier.token-url", "https://c.example/token",
                "uketsuke.carrier.token-client-id", "us",
                "uketsuke.carrier.token-client-secret", "hunter2")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uketsuke.carrier.url",
        "uketsuke.carrier.header-value",
        "uketsuke.carrier.token-client-secret",
        "quarkus.datasource.jdbc.url",
        "quarkus.datasource.password",
        "quarkus.oidc.auth-server-url",
        "quarkus.oidc.public-key",
        "quarkus.oidc.credentials.secret",
        "kafka.bootstrap.servers",
        "kafka.sasl.jaas.config"
      })
  void confidentialValueIsNeverRepeated(String name) {
    var failure =
        new ConfigValidationException(
            new Problem[] {
              new Problem(
                  "java.lang.IllegalArgumentException: SRCFG00039: The config property "
                      + name
                      + " with the config value \"http://u:hunter2@h?\" threw an Exception whilst"
                      + " being converted not good: http://u:hunter2@h?")
            });

    var lines = report(Map.of(name, "http://u:hunter2@h?")).linesOf(failure);

    assertEquals(List.of(MappedSettings.variable(name) + " cannot be read"), lines);
  }

  /** The library's own messages would follow the locale of the machine. */
  @Test
  void linesAreTheSameInEveryLocale() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(new Locale.Builder().setLanguage("ar").setRegion("EG").build());
      assertEquals(
          List.of("UKETSUKE_RELAY_ATTEMPTS must be at most 999999999, but is 2000000000"),
          lines(Map.of("uketsuke.relay.attempts", "2000000000")));
    } finally {
      Locale.setDefault(before);
    }
  }

  /** A setting without limits takes values that make no sense. */
  @Test
  void everyDurationAndNumberHasLimits() {
    for (var mapping : AllMappings.ours()) {
      for (var method : mapping.getType().getDeclaredMethods()) {
        var returned = method.getAnnotatedReturnType().toString();
        assertFalse(
            (returned.contains("Duration") || returned.matches("int|.*Integer.*"))
                && method.getAnnotation(Limits.class) == null
                && !returned.contains("Limits"),
            mapping.getType().getName() + "." + method.getName() + " has no @Limits");
      }
    }
  }

  private static List<String> lines(Map<String, String> settings) {
    var builder = configuration(settings).get().withValidator(VALIDATOR);
    AllMappings.ours().forEach(builder::withMapping);
    try {
      builder.build();
      return List.of();
    } catch (ConfigValidationException failure) {
      return report(settings).linesOf(failure);
    }
  }

  private static WrongSettings report(Map<String, String> settings) {
    return new WrongSettings(configuration(settings), AllMappings.ours(), VALIDATOR);
  }

  private static Supplier<SmallRyeConfigBuilder> configuration(Map<String, String> settings) {
    return () ->
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMappingIgnore("quarkus.**")
            .withSources(new PropertiesConfigSource(new TreeMap<>(settings), "test", 400));
  }
}
