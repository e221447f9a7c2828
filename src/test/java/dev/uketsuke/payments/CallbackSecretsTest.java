package dev.uketsuke.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.uketsuke.support.PaymentProvider;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets are read whole, and what is no secret is recognised. */
class CallbackSecretsTest {

  @Test
  void severalAreReadInTheirOrder() {
    var secrets = List.of(PaymentProvider.SECRET, " " + PaymentProvider.OLD_SECRET);

    var keys = new CallbackSecrets(() -> Optional.of(secrets)).all();

    assertEquals(2, keys.size());
    assertEquals(24, keys.get(0).length);
  }

  @Test
  void noneIsNone() {
    assertEquals(List.of(), new CallbackSecrets(Optional::empty).all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "whsec_", "whsec_%%%%", "WHSEC_QUJD", "QUJD", "whsec_A"})
  void whatIsNoSecretIsRefused(String secret) {
    assertFalse(new SigningSecret.Check().isValid(secret, null));
  }
}
