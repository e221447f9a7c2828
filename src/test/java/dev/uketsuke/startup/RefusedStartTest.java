package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValidationException.Problem;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedStartTest {
  @Test
  void severalReasonsMakeOneLine() {
    assertEquals(
        "Uketsuke does not start: first thing; second",
        RefusedStart.line(List.of("first\n\tthing", "second")));
  }

  @Test
  void aValueThatCannotBeReadIsNamedWithoutInternals() {
    ConfigValidationException invalid =
        new ConfigValidationException(
            new Problem[] {
              new Problem(
                  "java.lang.IllegalArgumentException: SRCFG00039: The config property a.b with the"
                      + " config value \"never\" threw an Exception whilst being converted Invalid"
                      + " duration: never")
            });
    assertEquals(
        Optional.of(List.of("a.b cannot be \"never\": Invalid duration: never")),
        RefusedStart.reasons(new ExceptionInInitializerError(invalid)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uketsuke.carrier.url",
        "uketsuke.payments.secrets[0]",
        "quarkus.datasource.jdbc.url",
        "quarkus.datasource.password",
        "quarkus.oidc.auth-server-url",
        "quarkus.oidc.public-key",
        "quarkus.oidc.credentials.secret",
        "kafka.bootstrap.servers",
        "kafka.sasl.jaas.config"
      })
  void aConfidentialValueIsNeverRepeated(String name) {
    for (String why : List.of("not good", "not good: http://u:hunter2@h?")) {
      List<String> reasons =
          RefusedStart.reasons(
                  new ConfigValidationException(
                      new Problem[] {
                        new Problem(
                            "java.lang.IllegalArgumentException: SRCFG00039: The config property "
                                + name
                                + " with the config value \"http://u:hunter2@h?\" threw an"
                                + " Exception whilst being converted "
                                + why)
                      }))
              .orElseThrow();
      assertEquals(1, reasons.size());
      assertTrue(reasons.get(0).startsWith(name + " cannot be used"), reasons::toString);
      assertFalse(reasons.get(0).contains("hunter2"), reasons::toString);
    }
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
