package dev.uketsuke.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.PaymentProvider;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets are read whole, or stop the start. */
class CallbackSecretsTest {

  @Test
  void severalAreReadInTheirOrder() {
    var keys =
        CallbackSecrets.read(List.of(PaymentProvider.SECRET, " " + PaymentProvider.OLD_SECRET));

    assertEquals(2, keys.size());
    assertEquals(24, keys.get(0).length);
  }

  @Test
  void noneIsNone() {
    assertEquals(List.of(), CallbackSecrets.read(List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "whsec_", "whsec_%%%%", "WHSEC_QUJD", "QUJD", "whsec_A"})
  void whatCannotBeReadStopsTheStartUnseen(String secret) {
    var stop =
        assertThrows(
            ConfigurationException.class,
            () -> CallbackSecrets.read(List.of(PaymentProvider.SECRET, secret)));

    assertTrue(stop.getMessage().contains("UKETSUKE_PAYMENTS_SECRETS"));
    assertTrue(stop.getMessage().contains("number 2"));
    assertFalse(stop.getMessage().contains("%%%%") || stop.getMessage().contains("QUJD"));
  }
}
