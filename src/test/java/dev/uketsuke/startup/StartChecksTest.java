package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartChecksTest {
  private static final Map<String, String> GOOD =
      Map.of(
          "quarkus.http.port", "8080",
          "quarkus.datasource.jdbc.url", "jdbc:postgresql://db1,db2/uketsuke",
          "quarkus.oidc.auth-server-url", "https://id.example.org/realms/shop");

  @Test
  void aCompleteConfigurationMeetsNoObjection() {
    assertEquals(List.of(), objections(GOOD));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void aPublicKeyAloneIsEnough(String kind) throws NoSuchAlgorithmException {
    byte[] key = KeyPairGenerator.getInstance(kind).generateKeyPair().getPublic().getEncoded();
    String text = Base64.getEncoder().encodeToString(key);
    assertEquals(List.of(), objections(withKey(text)));
    assertEquals(
        List.of(),
        objections(
            withKey("-----BEGIN PUBLIC KEY-----\n" + text + "\n-----END PUBLIC KEY-----\n")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "%%%", "AAAA"})
  void textThatIsNoKeyIsRefused(String text) {
    assertNamed("QUARKUS_OIDC_PUBLIC_KEY must", objections(withKey(text)));
  }

  @ParameterizedTest
  @CsvSource({
    "quarkus.datasource.jdbc.url, '', QUARKUS_DATASOURCE_JDBC_URL is missing",
    "quarkus.datasource.jdbc.url, ' ', QUARKUS_DATASOURCE_JDBC_URL is missing",
    "quarkus.datasource.jdbc.url, jdbc:h2:mem:x, QUARKUS_DATASOURCE_JDBC_URL must begin",
    "quarkus.datasource.jdbc.url, 'jdbc:postgresql://h:x/d', QUARKUS_DATASOURCE_JDBC_URL cannot be read",
    "quarkus.datasource.jdbc.url, 'jdbc:postgresql://h:70000/d', QUARKUS_DATASOURCE_JDBC_URL cannot be read",
    "quarkus.oidc.auth-server-url, '', QUARKUS_OIDC_AUTH_SERVER_URL is missing",
    "quarkus.oidc.auth-server-url, id.example.org, QUARKUS_OIDC_AUTH_SERVER_URL must",
    "quarkus.oidc.auth-server-url, 'http://a b', QUARKUS_OIDC_AUTH_SERVER_URL must",
    "quarkus.oidc.tenant-enabled, false, QUARKUS_OIDC_TENANT_ENABLED is false",
    "quarkus.http.http2, true, QUARKUS_HTTP_HTTP2 must be false",
    "quarkus.http.http2, yes, QUARKUS_HTTP_HTTP2 must be false",
    "quarkus.http.port, http, PORT must be a number",
    "quarkus.http.port, -1, PORT must be a number",
    "quarkus.http.port, 65536, PORT must be a number",
  })
  void whatMakesNoSenseIsNamed(String property, String value, String start) {
    Map<String, String> settings = new HashMap<>(GOOD);
    settings.put(property, value);
    assertNamed(start, objections(settings));
  }

  @ParameterizedTest
  @CsvSource({
    "quarkus.datasource.jdbc.url, 'jdbc:postgres://h/d?password=hunter2'",
    "quarkus.datasource.jdbc.url, 'jdbc:postgresql://u:hunter2@h:x/d'",
    "quarkus.datasource.jdbc.url, 'jdbc:postgresql://h:x/d?password=hunter2'",
    "quarkus.oidc.auth-server-url, 'ftp://u:hunter2@h'",
    "quarkus.oidc.auth-server-url, 'https://u:hunter2@h h'",
  })
  void aPasswordInAUrlIsNotRepeated(String property, String value) {
    Map<String, String> settings = new HashMap<>(GOOD);
    settings.put(property, value);

    List<String> objections = objections(settings);

    assertEquals(1, objections.size(), objections::toString);
    assertFalse(objections.get(0).contains("hunter2"), objections.get(0));
  }

  @Test
  void aProcessThatOpensNoPortNeedsNoIdentityProvider() {
    assertEquals(
        List.of(),
        objections(
            Map.of(
                "quarkus.http.host-enabled", "false",
                "quarkus.oidc.tenant-enabled", "false",
                "quarkus.datasource.jdbc.url", "jdbc:postgresql://db/uketsuke")));
  }

  @Test
  void allObjectionsAreMadeAtOnce() {
    assertEquals(3, objections(Map.of("quarkus.http.port", "x")).size());
  }

  private static Map<String, String> withKey(String text) {
    Map<String, String> settings = new HashMap<>(GOOD);
    settings.remove("quarkus.oidc.auth-server-url");
    settings.put("quarkus.oidc.public-key", text);
    return settings;
  }

  private static List<String> objections(Map<String, String> settings) {
    ProductionSettings mapped =
        new SmallRyeConfigBuilder()
            .withDefaultValues(settings)
            .withMapping(ProductionSettings.class)
            .withMappingIgnore("quarkus.**")
            .build()
            .getConfigMapping(ProductionSettings.class);
    return StartChecks.objections(mapped, EnvironmentNames.of(Set.of()), Map.of());
  }

  private static void assertNamed(String start, List<String> objections) {
    assertEquals(1, objections.size(), objections::toString);
    assertTrue(objections.get(0).startsWith(start), objections.get(0));
  }
}
