package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.TestDatabase;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The packaged service between an ingress that ends TLS and an identity provider with bad days: a
 * person never ends at an error of ours, and nothing that a stranger sends chooses where a log-in
 * leads.
 */
class LogInTroubleIT {

  private static final String SIGNED_IN = "/signed-in";
  private static final List<String> FORWARDED =
      List.of(
          "X-Forwarded-Proto: https",
          "X-Forwarded-Host: ship.example",
          "X-Forwarded-For: 192.0.2.7");

  private static final ProviderStub PROVIDER = new ProviderStub();
  private static PackagedService service;

  @BeforeAll
  static void start() throws Exception {
    TestDatabase.create();
    var settings = new HashMap<String, String>();
    PROVIDER.start().forEach((key, value) -> settings.put(variable(key), value));
    settings.put("QUARKUS_OIDC_PUBLIC_KEY", "");
    // Several realms of the provider may issue tokens, so the account tells them apart.
    settings.put("QUARKUS_OIDC_TOKEN_ISSUER", "any");
    settings.put("QUARKUS_HTTP_PROXY_PROXY_ADDRESS_FORWARDING", "true");
    settings.put("QUARKUS_HTTP_PROXY_ALLOW_X_FORWARDED", "true");
    settings.put("QUARKUS_HTTP_PROXY_ENABLE_FORWARDED_HOST", "true");
    settings.put("QUARKUS_HTTP_PROXY_TRUSTED_PROXIES", "127.0.0.1,::1");
    service = PackagedService.start(settings);
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
    PROVIDER.stop();
  }

  @BeforeEach
  void providerIsUp() {
    ProviderStub.up();
  }

  @Test
  void logInThatBreaksOffLeadsBackToThePage() throws Exception {
    var begun = goTo(SIGNED_IN).expect(302);
    var state = state(begun);
    // The stub has no token endpoint: as if the code had been used before.
    var used = goTo(SIGNED_IN + "?code=used&state=" + state, cookies(begun)).expect(303);
    assertEquals("/?error=interrupted", used.header("Location"));
    for (var cookie : used.headers().get("set-cookie")) {
      assertTrue(cookie.startsWith("q_auth") && cookie.contains("Max-Age=0"), cookie);
    }
    for (var cookie :
        List.of(
            "Cookie: other=x",
            "Cookie: q_auth_" + state + "=garbage",
            "Cookie: q_auth=garbage",
            "Cookie: q_session=garbage",
            "Cookie: q_session=a.b.c",
            "Cookie: q_session_chunk_1=a.b.c")) {
      for (var query :
          List.of("", "?code=used&state=" + state, "?code=a", "?state=a", "?error=x")) {
        var answer = goTo(SIGNED_IN + query, cookie);
        assertTrue(List.of(302, 303).contains(answer.status()), query + cookie + answer);
      }
    }
    goTo("/?error=interrupted").expect(200);
  }

  @ParameterizedTest
  @CsvSource({"en, not possible", "ja-JP, ログイン", "ko, 로그인"})
  void providerThatIsAwayDuringTheLogInIsToldOnAPage(String language, String said)
      throws Exception {
    var begun = goTo(SIGNED_IN).expect(302);
    ProviderStub.down();
    var page =
        goTo(
                SIGNED_IN + "?code=good&state=" + state(begun),
                cookies(begun),
                "Accept-Language: " + language + ",fr;q=0.5")
            .expect(503);
    assertTrue(page.header("Content-Type").startsWith("text/html"), page::toString);
    assertTrue(page.text().contains(said), page::toString);
    assertTrue(Integer.parseInt(page.header("Retry-After")) >= 1);
    assertEquals("no-store", page.header("Cache-Control"));
  }

  @Test
  void onlyAProviderThatIsAwayIsAnswered503() throws Exception {
    var token = ProviderStub.sign(ProviderStub.claims().subject("a"));
    account(token).expect(200);
    ProviderStub.rotate();
    var unknownKey = ProviderStub.sign(ProviderStub.claims().subject("a"));
    ProviderStub.down();
    var away = account(unknownKey).expectProblem(503, "temporarily-unavailable");
    assertTrue(Integer.parseInt(away.header("Retry-After")) >= 1);
    ProviderStub.up();
    account(unknownKey).expect(200);
    account(token).expectProblem(401, "authentication-required");
    for (var use : List.of("ID", "Refresh", "Offline", "Logout", "logout+jwt")) {
      account(ProviderStub.sign(ProviderStub.claims().subject("a").claim("typ", use)))
          .expectProblem(401, "authentication-required");
    }
    for (var claim : List.of("nonce", "at_hash")) {
      account(ProviderStub.sign(ProviderStub.claims().subject("a").claim(claim, "x")))
          .expectProblem(401, "authentication-required");
    }
    account(ProviderStub.sign(ProviderStub.claims().subject("a").claim("typ", "Bearer")))
        .expect(200);
  }

  /** Joined without care, each pair would give one account. */
  @Test
  void accountIsIssuerAndSubjectWhateverEitherContains() {
    for (var pairs :
        List.of(
            List.of("https://a", "b|c", "https://a|b", "c"),
            List.of("https://a|", "d", "https://a", "|d"),
            List.of("https://a%7C", "e", "https://a|", "e"))) {
      var key = Api.newKey();
      var one = submit(pairs.get(0), pairs.get(1), key).expect(201);
      var other = submit(pairs.get(2), pairs.get(3), key).expect(201);
      assertNotEquals(one.applicationId(), other.applicationId());
    }
  }

  @Test
  void logInComesBackToTheOutsideAndItsCookieIsSecure() throws Exception {
    var begun = goTo(SIGNED_IN, String.join("\r\n", FORWARDED)).expect(302);
    assertTrue(
        begun.header("Location").contains("redirect_uri=https%3A%2F%2Fship.example%2Fsigned-in"),
        begun::toString);
    assertSecure(begun, true);
  }

  @Test
  void whatAStrangerSaysOfTheOutsideIsIgnored() throws Exception {
    try (var stranger = RawHttp.connectFrom("127.0.0.2", service.uri())) {
      stranger.send(navigation(SIGNED_IN, FORWARDED));
      var begun = stranger.answer().expect(302);
      assertFalse(begun.header("Location").contains("ship.example"), begun::toString);
      assertSecure(begun, false);
    }
    var login = exchange("GET /login HTTP/1.1", "Host: evil.example").expect(303);
    assertEquals(SIGNED_IN, login.header("Location"));
    assertFalse(login.toString().contains("evil"), login::toString);
  }

  /** The ingress may rewrite Host; the browser says whether the request is our page's own. */
  @ParameterizedTest
  @CsvSource({
    "same-origin, 401",
    "cross-site, 403",
    "same-site, 403",
    ", 403",
  })
  void browserKnowsWhosePostItIs(String site, int status) throws Exception {
    var answer =
        exchange(
            "POST /v1/submission-tokens HTTP/1.1",
            "Host: uketsuke.internal",
            "Content-Length: 0",
            "Cookie: q_session=stale",
            "Origin: https://ship.example",
            site == null ? "X-Site: none" : "Sec-Fetch-Site: " + site);
    answer.expectProblem(status, status == 403 ? "cross-site-request" : "authentication-required");
    assertNull(answer.header("Location"));
  }

  private static void assertSecure(Answer begun, boolean expected) {
    for (var cookie : begun.headers().get("set-cookie")) {
      assertEquals(expected, List.of(cookie.split("; *")).contains("Secure"), () -> cookie + begun);
    }
  }

  private static Answer submit(String issuer, String subject, String key) {
    var api = Api.at(service.uri(), null);
    return api.send(
        api.withoutToken(Api.APPLICATIONS)
            .header(
                "Authorization",
                "Bearer "
                    + ProviderStub.sign(ProviderStub.claims().issuer(issuer).subject(subject)))
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Api.SMALLEST)));
  }

  private static Answer account(String token) throws IOException {
    return exchange(
        "GET /v1/account HTTP/1.1", "Host: localhost", "Authorization: Bearer " + token);
  }

  /** A person goes to a page. */
  private static Answer goTo(String path, String... lines) throws IOException {
    return RawHttp.exchange(service.uri(), navigation(path, List.of(lines)));
  }

  private static String navigation(String path, List<String> lines) {
    var all =
        new ArrayList<>(
            List.of(
                "GET " + path + " HTTP/1.1",
                "Host: localhost",
                "Connection: close",
                "Accept: text/html",
                "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Site: same-origin"));
    all.addAll(lines);
    return String.join("\r\n", all) + "\r\n\r\n";
  }

  private static Answer exchange(String... lines) throws IOException {
    return RawHttp.exchange(
        service.uri(), String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n");
  }

  private static String state(Answer begun) {
    return begun.header("Location").replaceFirst(".*[?&]state=([^&]+).*", "$1");
  }

  private static String cookies(Answer begun) {
    return "Cookie: "
        + begun.headers().get("set-cookie").stream()
            .map(cookie -> cookie.replaceFirst(";.*", ""))
            .collect(Collectors.joining("; "));
  }

  private static String variable(String property) {
    return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}
