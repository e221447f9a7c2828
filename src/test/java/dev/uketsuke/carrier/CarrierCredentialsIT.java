package dev.uketsuke.carrier;

import static java.net.http.HttpRequest.BodyPublishers.noBody;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.Certificate;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.TokenEndpoint;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The service authenticates at a carrier behind TLS, and whatever is wrong with credentials,
 * certificates or names is the carrier's trouble: no order pays for it, and orders go out once it
 * is right.
 */
class CarrierCredentialsIT {

  /** Id and secret are encoded first (RFC 6749 §2.3.1). */
  private static final String CLIENT = basic("us%3A1:hunter2%2F%2B");

  @BeforeEach
  void fresh() throws Exception {
    TestDatabase.create();
  }

  @Test
  void ordersCarryTheHeaderAndATokenThatIsObtainedOnceAndRenewedWhenRefused() throws Exception {
    var certificate = Certificate.make();
    try (var carrier = CarrierStub.start(0, certificate);
        var tokens = TokenEndpoint.start(certificate, CLIENT);
        var service = start(settings(carrier, tokens, certificate))) {
      carrier.admit(
          headers ->
              "hunter3".equals(headers.getFirst("X-Api-Key"))
                  && tokens.last().equals(headers.getFirst("Authorization")));
      var many = Messages.paidApplications(30);
      relay(service);
      assertOrdered(many, 30);
      assertEquals(1, tokens.requests().size(), tokens.requests()::toString);
      assertEquals(
          new TokenEndpoint.Request(
              CLIENT,
              "application/x-www-form-urlencoded",
              "grant_type=client_credentials&scope=waybills%3Awrite+waybills%3Aread"),
          tokens.requests().get(0));

      // The carrier forgets the token: the refused call is repeated with a new one.
      int before = carrier.headers().size();
      carrier.admit(headers -> "Bearer token-2".equals(headers.getFirst("Authorization")));
      var revoked = Messages.paidApplications(1);
      relay(service);
      assertOrdered(revoked, 1);
      assertEquals(2, tokens.requests().size());
      assertEquals(2, carrier.headers().size() - before);
      assertEquals("1", attempts(revoked));

      // What the carrier never accepts is asked for once a call, not without end.
      carrier.admit(headers -> false);
      before = carrier.headers().size();
      var refused = Messages.paidApplications(1);
      relay(service);
      assertUnavailable(service, refused, "The carrier answered 401");
      assertEquals(2, carrier.headers().size() - before);

      carrier.admit(headers -> tokens.last().equals(headers.getFirst("Authorization")));
      awaitOrdered(service, refused, 1);
      // A token that expires at once is not used a second time.
      tokens.lifetime(0);
      carrier.admit(headers -> true);
      before = carrier.headers().size();
      // The one that is kept still counts, until the carrier refuses it.
      var seen = new HashSet<String>();
      carrier.admit(
          headers ->
              !headers.getFirst("Authorization").equals("Bearer token-4")
                  && seen.add(headers.getFirst("Authorization")));
      var each = Messages.paidApplications(5);
      awaitOrdered(service, each, 5);
      assertTrue(seen.size() >= 5, seen::toString);
      assertNoSecret(service);
    }
  }

  @Test
  void troubleWithTokensAndCertificatesIsHeldAgainstNoOrder() throws Exception {
    var certificate = Certificate.make();
    try (var tokens = TokenEndpoint.start(certificate, CLIENT)) {
      var carrier = CarrierStub.start(0, certificate);
      int port = carrier.port();
      try (var service = start(settings(carrier, tokens, certificate))) {
        tokens.expect(basic("us:another"));
        var account = Messages.paidApplications(2);
        relay(service);
        assertUnavailable(
            service,
            account,
            "UKETSUKE_CARRIER_TOKEN_URL answered 401; check UKETSUKE_CARRIER_TOKEN_CLIENT_ID");
        tokens.expect(CLIENT);
        tokens.status(503);
        awaitUnavailable(service, account, "UKETSUKE_CARRIER_TOKEN_URL answered 503");
        assertEquals(List.of(), carrier.headers());
        tokens.status(200);
        awaitOrdered(service, account, 2);

        // The carrier comes back with a certificate that nobody trusts, then with the right one.
        carrier.close();
        carrier = CarrierStub.start(port, Certificate.make());
        var later = Messages.paidApplications(2);
        relay(service);
        assertUnavailable(service, later, "QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS");
        assertEquals(List.of(), carrier.headers());
        carrier.close();
        carrier = CarrierStub.start(port, certificate);
        awaitOrdered(service, later, 2);
        assertNoSecret(service);
      } finally {
        carrier.close();
      }
    }
  }

  @Test
  void clientCertificateThatIsMissingOrUnknownIsHeldAgainstNoOrder() throws Exception {
    var certificate = Certificate.make();
    var ours = Certificate.make();
    var carrier = CarrierStub.start(0, certificate, Certificate.make());
    int port = carrier.port();
    var settings = new HashMap<String, String>();
    settings.put("UKETSUKE_CARRIER_URL", carrier.url());
    settings.put("QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS", certificate.pem());
    try {
      String account;
      try (var service = start(settings)) {
        account = Messages.paidApplications(2);
        relay(service);
        assertWaits(service, account, "QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_CERT");
      }
      settings.put("QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_CERT", ours.pem());
      settings.put("QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_KEY", ours.key());
      try (var service = start(settings)) {
        relay(service);
        assertWaits(service, account, "QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_CERT");
        assertEquals(List.of(), carrier.headers());

        carrier.close();
        carrier = CarrierStub.start(port, certificate, ours);
        awaitOrdered(service, account, 2);
      }
    } finally {
      carrier.close();
    }
  }

  @Test
  void nameThatDoesNotResolveIsHeldAgainstNoOrder() throws Exception {
    var hosts = Files.createTempFile(Path.of("target"), "hosts", "");
    Files.writeString(hosts, "127.0.0.1 localhost\n");
    try (var carrier = CarrierStub.start();
        var service =
            start(
                Map.of(
                    "UKETSUKE_CARRIER_URL",
                    carrier.url().replace("localhost", "carrier.example"),
                    "JAVA_TOOL_OPTIONS",
                    "-Djdk.net.hosts.file=%s -Dsun.net.inetaddr.negative.ttl=0"
                        .formatted(hosts.toAbsolutePath())))) {
      var account = Messages.paidApplications(2);
      relay(service);
      assertUnavailable(service, account, "its name does not resolve");
      Files.writeString(hosts, "127.0.0.1 localhost carrier.example\n");
      awaitOrdered(service, account, 2);
    }
  }

  @Test
  void contradictingSettingsStopTheStart() throws Exception {
    var settings =
        Map.of(
            "UKETSUKE_CARRIER_URL", "https://carrier.example",
            "UKETSUKE_CARRIER_TOKEN_CLIENT_ID", "us",
            "UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET", "hunter2",
            "UKETSUKE_CARRIER_HEADER_VALUE", "hunter3\n",
            "QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS", "/nowhere/ca.pem");
    try (var service = PackagedService.launch(settings)) {
      assertEquals(1, service.awaitExit(Duration.ofMinutes(1)), service.log());
      assertEquals(
          List.of(
              "Uketsuke does not start: UKETSUKE_CARRIER_HEADER_VALUE is set without"
                  + " UKETSUKE_CARRIER_HEADER_NAME, which it needs",
              "Uketsuke does not start: UKETSUKE_CARRIER_HEADER_VALUE must be printable ASCII"
                  + " without a space or line break at either end",
              "Uketsuke does not start: UKETSUKE_CARRIER_TOKEN_CLIENT_ID is set without"
                  + " UKETSUKE_CARRIER_TOKEN_URL, which it needs",
              "Uketsuke does not start: UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET is set without"
                  + " UKETSUKE_CARRIER_TOKEN_URL, which it needs"),
          service.log().lines().filter(line -> line.contains("does not start")).toList(),
          service.log());
    }
    var trust =
        Map.of(
            "UKETSUKE_CARRIER_URL", "https://carrier.example",
            "QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS", "/nowhere/ca.pem");
    try (var service = PackagedService.launch(trust)) {
      assertEquals(1, service.awaitExit(Duration.ofMinutes(1)), service.log());
      assertTrue(service.log().contains("/nowhere/ca.pem"), service.log());
    }
  }

  private static Map<String, String> settings(
      CarrierStub carrier, TokenEndpoint tokens, Certificate trusted) {
    return Map.of(
        "UKETSUKE_CARRIER_URL", carrier.url(),
        "UKETSUKE_CARRIER_HEADER_NAME", "X-Api-Key",
        "UKETSUKE_CARRIER_HEADER_VALUE", "hunter3",
        "UKETSUKE_CARRIER_TOKEN_URL", tokens.url(),
        "UKETSUKE_CARRIER_TOKEN_CLIENT_ID", "us:1",
        "UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET", "hunter2/+",
        "UKETSUKE_CARRIER_TOKEN_SCOPE", "waybills:write waybills:read",
        "QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS", trusted.pem());
  }

  private static PackagedService start(Map<String, String> settings) throws Exception {
    var environment = new HashMap<>(settings);
    environment.put("UKETSUKE_JOBS_SCHEDULED", "false");
    environment.put("UKETSUKE_RELAY_BACK_OFF", "PT0.01S");
    environment.put("UKETSUKE_RELAY_BACK_OFF_MOST", "PT0.01S");
    return PackagedService.start(environment);
  }

  private static void relay(PackagedService service) {
    var machine = Api.at(service.uri(), Tokens.service());
    machine.send(machine.request("/v1/jobs/relay").POST(noBody())).expect(200);
  }

  private static void assertOrdered(String account, int count) {
    assertEquals(count, Messages.count(account, "waybill_number = 'WB-' || id"));
  }

  private static void awaitOrdered(PackagedService service, String account, int count)
      throws Exception {
    Until.holds(
        "ordered",
        () -> {
          relay(service);
          return Messages.count(account, "waybill_number = 'WB-' || id") == count;
        });
  }

  /** Nothing was sent, nothing is counted, nothing is parked, and the operator is told why. */
  private static void assertUnavailable(PackagedService service, String account, String reason) {
    assertWaits(service, account, reason);
    assertEquals("0", TestDatabase.value("SELECT count(*) FROM waybill_attempt"));
  }

  /** The same, except that the outcome of an attempt may be unknown. */
  private static void assertWaits(PackagedService service, String account, String reason) {
    var health = Api.at(service.uri(), Tokens.applicant()).get("/q/health/well").text();
    assertTrue(health.contains(reason), health);
    assertEquals("0", attempts(account));
    assertOrdered(account, 0);
    assertEquals(
        "0",
        TestDatabase.value(
            "SELECT count(*) FROM outbox WHERE account_id = ? AND (parked_at IS NOT NULL"
                + " OR sent_at IS NOT NULL)",
            account));
  }

  private static void awaitUnavailable(PackagedService service, String account, String reason)
      throws Exception {
    var anyone = Api.at(service.uri(), Tokens.applicant());
    Until.holds(
        reason,
        () -> {
          relay(service);
          return anyone.get("/q/health/well").text().contains(reason);
        });
    assertUnavailable(service, account, reason);
  }

  private static String attempts(String account) {
    return TestDatabase.value("SELECT max(attempts) FROM outbox WHERE account_id = ?", account);
  }

  private static void assertNoSecret(PackagedService service) throws Exception {
    assertFalse(service.log().matches("(?s).*(hunter|token-\\d).*"), service.log());
  }

  private static String basic(String pair) {
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }
}
