package dev.uketsuke.payments;

import static dev.uketsuke.support.PaymentProvider.event;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the secrets in the environment do to the packaged service. */
class CallbackSecretsIT {

  private static final String SECRETS = "UKETSUKE_PAYMENTS_SECRETS";

  @BeforeAll
  static void freshDatabase() {
    TestDatabase.create();
  }

  @Test
  void withoutASecretEveryCallbackIsRefused() throws Exception {
    try (var service = PackagedService.start(Map.of(SECRETS, ""))) {
      var paid = event(newTransaction(), UUID.randomUUID().toString(), "PAID");

      PaymentProvider.to(service.uri()).send(paid).expectProblem(401, "invalid-signature");

      assertEquals("0", TestDatabase.value("SELECT count(*) FROM payment"));
    }
  }

  @Test
  void secretThatCannotBeReadStopsTheStartInOneLineUnseen() throws Exception {
    var secrets = PaymentProvider.SECRET + ",whsec_not%base64";
    try (var service = PackagedService.launch(Map.of(SECRETS, secrets))) {
      assertNotEquals(0, service.awaitExit(Duration.ofMinutes(1)));

      var lines = service.log().lines().filter(line -> line.contains(SECRETS)).toList();
      assertEquals(1, lines.size());
      assertTrue(lines.get(0).contains("number 2"), lines::toString);
      assertFalse(service.log().contains("not%base64"));
      assertFalse(service.log().contains("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
      assertFalse(service.log().contains("\tat "), "shows a stack trace");
    }
  }
}
