package dev.uketsuke.carrier;

import static java.net.http.HttpRequest.BodyPublishers.noBody;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.Keycloak;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service obtains tokens for the carrier from a real authorization server. */
class CarrierTokenIT {

  private Keycloak keycloak;

  @BeforeEach
  void fresh() throws Exception {
    keycloak = Keycloak.shared();
    TestDatabase.create();
  }

  @ParameterizedTest
  @ValueSource(strings = {"basic", "post"})
  void tokenIsGoodAndRenewedWhenItExpires(String authentication) throws Exception {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (var carrier = CarrierStub.start();
        var service = start(carrier, authentication, Keycloak.MACHINE_SECRET)) {
      carrier.admit(
          headers -> {
            seen.add(token(headers));
            return isGood(headers);
          });
      Until.holds(
          "a second token was needed",
          () -> {
            var account = Messages.paidApplications(1);
            relay(service);
            assertEquals(1, Messages.count(account, "waybill_number = 'WB-' || id"));
            return seen.size() > 1;
          });
      for (var token : seen) {
        assertFalse(service.log().contains(token), "a token is in the log");
      }
    }
  }

  @Test
  void wrongSecretIsHeldAgainstNoOrder() throws Exception {
    try (var carrier = CarrierStub.start();
        var service = start(carrier, "basic", "another")) {
      Messages.paidApplications(2);
      relay(service);

      var health = Api.at(service.uri(), Tokens.applicant()).get("/q/health/well").text();
      assertTrue(
          health.contains(
              "UKETSUKE_CARRIER_TOKEN_URL answered 401; check UKETSUKE_CARRIER_TOKEN_CLIENT_ID"),
          health);
      assertEquals(0, carrier.headers().size());
      assertEquals(
          "0 0",
          TestDatabase.value("SELECT concat_ws(' ', max(attempts), count(parked_at)) FROM outbox"));
    }
  }

  private boolean isGood(Headers headers) {
    try {
      return keycloak.isTokenOfMachine(token(headers));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String token(Headers headers) {
    return headers.getFirst("Authorization").replaceFirst("Bearer ", "");
  }

  private PackagedService start(CarrierStub carrier, String authentication, String secret)
      throws Exception {
    return PackagedService.start(
        Map.of(
            "UKETSUKE_CARRIER_URL",
            carrier.url(),
            "UKETSUKE_CARRIER_TOKEN_URL",
            keycloak.tokenEndpoint(),
            "UKETSUKE_CARRIER_TOKEN_CLIENT_ID",
            Keycloak.MACHINE_ID,
            "UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET",
            secret,
            "UKETSUKE_CARRIER_TOKEN_CLIENT_AUTHENTICATION",
            authentication,
            "UKETSUKE_JOBS_SCHEDULED",
            "false"));
  }

  private static void relay(PackagedService service) {
    var machine = Api.at(service.uri(), Tokens.service());
    machine.send(machine.request("/v1/jobs/relay").POST(noBody())).expect(200);
  }
}
