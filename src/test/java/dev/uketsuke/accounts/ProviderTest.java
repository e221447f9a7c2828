package dev.uketsuke.accounts;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.uketsuke.http.wire.Wire;
import dev.uketsuke.support.DatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in when an identity provider vouches for callers, and what is said when it cannot. */
@QuarkusTest
@WithTestResource(DatabaseResource.class)
@WithTestResource(ProviderStub.class)
class ProviderTest {
  @TestHTTPResource("/")
  URI base;

  @BeforeEach
  void providerIsUp() {
    ProviderStub.up();
  }

  @Test
  void outageIsOursAndPasses() {
    String token = ProviderStub.sign(ProviderStub.claims().subject("a"));
    bearer(token).statusCode(200);
    ProviderStub.rotate();
    String unknownKey = ProviderStub.sign(ProviderStub.claims().subject("a"));
    ProviderStub.down();
    bearer(unknownKey)
        .statusCode(503)
        .header("Retry-After", notNullValue())
        .body("type", equalTo("/problems/temporarily-unavailable"));
    ProviderStub.up();
    bearer(unknownKey).statusCode(200);
    refused(bearer(token));
  }

  @Test
  void accountIsIssuerAndSubject() {
    bearer(ProviderStub.sign(ProviderStub.claims().subject("a")))
        .statusCode(200)
        .body(equalTo(ProviderStub.issuer() + "|a"));
  }

  @Test
  void rolesAreFoundWhereProvidersPutThem() {
    String groups = ProviderStub.sign(ProviderStub.claims().subject("a").groups("staff"));
    String realm =
        ProviderStub.sign(
            ProviderStub.claims()
                .subject("a")
                .claim("realm_access", Map.of("roles", List.of("staff"))));
    for (String token : List.of(groups, realm)) {
      given().auth().oauth2(token).get("/edge/staff").then().statusCode(200);
      given()
          .auth()
          .oauth2(token)
          .get("/edge/who")
          .then()
          .body(equalTo(ProviderStub.issuer() + "|a staff"));
    }
    given()
        .auth()
        .oauth2(ProviderStub.sign(ProviderStub.claims().subject("a").groups("service")))
        .get("/edge/staff")
        .then()
        .statusCode(403)
        .body("type", equalTo("/problems/forbidden"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\u0000b", "a\nb", "a\u0085b"})
  void subjectThatNamesNobodyIsForbidden(String subject) {
    forbidden(ProviderStub.sign(ProviderStub.claims().claim("sub", subject)));
  }

  @Test
  void subjectIsNeitherShortenedNorGuessed() {
    bearer(ProviderStub.sign(ProviderStub.claims().subject("x".repeat(255)))).statusCode(200);
    forbidden(ProviderStub.sign(ProviderStub.claims().subject("x".repeat(256))));
    forbidden(ProviderStub.sign(ProviderStub.claims().upn("somebody")));
  }

  @Test
  void programIsNeverSentToLogIn() {
    for (String path : new String[] {"/v1/applications", "/edge/who"}) {
      refused(given().redirects().follow(false).get(path).then());
    }
    refused(
        given()
            .redirects()
            .follow(false)
            .accept("text/html")
            .header("Sec-Fetch-Mode", "navigate")
            .get("/v1/applications")
            .then());
    refused(
        given()
            .redirects()
            .follow(false)
            .cookie("q_session", "stale")
            .header("Sec-Fetch-Site", "same-origin")
            .get("/v1/applications")
            .then());
  }

  /** However the address is spelt: neither the log-in form of a page nor anything to read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "//v1/applications",
        "/v1//applications",
        "/v1/applications/",
        "/v1/./applications",
        "/v1/x/../applications",
        "/x/../v1/applications",
        "/v1;x=1/applications",
        "/v1/applications;x=1",
        "/%761/applications",
        "/v1/%61pplications",
        "/v1%2fapplications",
        "/%2fv1/applications",
        "/%2e/v1/applications",
        "/V1/applications",
        "http://localhost/v1/applications"
      })
  void noSpellingOfTheApiIsAPage(String path) throws Exception {
    for (String credential :
        List.of("", "Cookie: q_session=stale\r\nSec-Fetch-Site: same-origin\r\n")) {
      try (Wire wire = new Wire(base)) {
        String answer =
            wire.send(
                    ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + credential)
                        + "Accept: text/html,*/*;q=0.8\r\nSec-Fetch-Mode: navigate\r\n\r\n")
                .answer();
        Assertions.assertTrue(answer.matches("(?s)HTTP/1.1 (401|404) .*"), answer);
        Assertions.assertTrue(answer.contains(": application/problem+json\r\n"), answer);
        Assertions.assertFalse(answer.toLowerCase(Locale.ROOT).contains("\r\nlocation:"), answer);
      }
    }
  }

  @Test
  void knownCallerIsToldWhatIsNotAcceptable() {
    given()
        .auth()
        .oauth2(ProviderStub.sign(ProviderStub.claims().subject("a")))
        .accept("text/html")
        .get("/v1/applications")
        .then()
        .statusCode(406)
        .body("type", equalTo("/problems/not-acceptable"));
    refused(given().auth().oauth2("garbage").accept("text/html").get("/v1/applications").then());
    refused(given().auth().oauth2("...").get("/v1/applications").then());
    refused(given().auth().oauth2("..").get("/v1/applications").then());
  }

  @Test
  void personGoingToAPageIs() {
    given()
        .redirects()
        .follow(false)
        .accept("text/html")
        .header("Sec-Fetch-Mode", "navigate")
        .get("/edge/page")
        .then()
        .statusCode(302)
        .header("Location", startsWith(ProviderStub.issuer() + "/auth"))
        .header("WWW-Authenticate", nullValue());
  }

  /** Also one that the provider's key has signed for us; and it is never our trouble, 503. */
  @Test
  void tokenOfAnotherUseIsRefused() {
    for (String use : new String[] {"ID", "Refresh", "Offline", "Logout"}) {
      refused(bearer(ProviderStub.sign(ProviderStub.claims().subject("a").claim("typ", use))));
    }
    refused(bearer(ProviderStub.sign(ProviderStub.claims().subject("a").claim("nonce", "n"))));
    refused(bearer(ProviderStub.sign(ProviderStub.claims().subject("a").claim("at_hash", "h"))));
    refused(
        bearer(
            ProviderStub.claims().subject("a").jws().keyId("any").signWithSecret("s".repeat(64))));
    bearer(ProviderStub.sign(ProviderStub.claims().subject("a").claim("typ", "Bearer")))
        .statusCode(200);
  }

  /** A person never ends at an error of ours: the log-in starts anew, or the page says so. */
  @Test
  void logInThatBreaksOffLeadsBackToThePage() {
    var begun = goTo("/signed-in", Map.of()).statusCode(302).extract();
    String state = begun.header("Location").replaceFirst(".*[?&]state=([^&]+).*", "$1");
    // The stub has no token endpoint: as if the code had been used before.
    goTo("/signed-in?code=used&state=" + state, begun.cookies())
        .statusCode(303)
        .header("Location", equalTo("/?error=interrupted"))
        .header("Set-Cookie", startsWith("q_auth"));
    for (var cookies :
        List.of(
            Map.<String, String>of(),
            Map.of("q_auth_" + state, "garbage"),
            Map.of("q_auth", "garbage"),
            Map.of("q_session", "garbage"),
            Map.of("q_session", "a.b.c"))) {
      for (String query : List.of("", "?code=used&state=" + state, "?code=a", "?state=a")) {
        int status = goTo("/signed-in" + query, cookies).extract().statusCode();
        Assertions.assertTrue(status == 302 || status == 303, query + cookies + ": " + status);
      }
    }
  }

  /** The provider dies while the person is there: a page says so, in the person's language. */
  @Test
  void providerThatIsAwayDuringTheLogInIsToldOnAPage() {
    var begun = goTo("/signed-in", Map.of()).statusCode(302).extract();
    String state = begun.header("Location").replaceFirst(".*[?&]state=([^&]+).*", "$1");
    ProviderStub.down();
    for (var language : Map.of("en", "not possible", "ja-JP", "ログイン", "ko", "로그인").entrySet()) {
      given()
          .redirects()
          .follow(false)
          .cookies(begun.cookies())
          .accept("text/html")
          .header("Accept-Language", language.getKey() + ",fr;q=0.5")
          .header("Sec-Fetch-Mode", "navigate")
          .get("/signed-in?code=good&state=" + state)
          .then()
          .statusCode(503)
          .contentType("text/html")
          .header("Retry-After", notNullValue())
          .header("Cache-Control", equalTo("no-store"))
          .header("Content-Security-Policy", containsString("default-src 'none'"))
          .body(containsString(language.getValue()));
    }
  }

  @Test
  void redirectsDoNotRepeatTheHost() throws Exception {
    try (Wire wire = new Wire(base)) {
      String answer = wire.send("GET /login HTTP/1.1\r\nHost: evil.example\r\n\r\n").answer();
      Assertions.assertTrue(answer.contains(" 303 "), answer);
      Assertions.assertTrue(
          answer.toLowerCase(Locale.ROOT).contains("location: /signed-in\r\n"), answer);
      Assertions.assertFalse(answer.contains("evil"), answer);
    }
  }

  private static ValidatableResponse goTo(String page, Map<String, String> cookies) {
    return given()
        .redirects()
        .follow(false)
        .cookies(cookies)
        .accept("text/html")
        .header("Sec-Fetch-Mode", "navigate")
        .header("Sec-Fetch-Site", "same-origin")
        .get(page)
        .then();
  }

  @Test
  void severalCredentialsAreNone() throws Exception {
    String line =
        "Authorization: Bearer " + ProviderStub.sign(ProviderStub.claims().subject("a")) + "\r\n";
    try (Wire wire = new Wire(base)) {
      String head = "GET /edge/who HTTP/1.1\r\nHost: localhost\r\n";
      Assertions.assertTrue(wire.send(head + line + "\r\n").answer().startsWith("HTTP/1.1 200 "));
      Assertions.assertTrue(
          wire.send(head + line + line + "\r\n").answer().startsWith("HTTP/1.1 401 "));
    }
  }

  private static ValidatableResponse bearer(String token) {
    return given().auth().oauth2(token).get("/edge/who").then();
  }

  private static void forbidden(String token) {
    bearer(token).statusCode(403).body("type", equalTo("/problems/forbidden"));
  }

  private static void refused(ValidatableResponse answer) {
    answer
        .statusCode(401)
        .header("WWW-Authenticate", "Bearer")
        .header("Cache-Control", "no-store")
        .contentType(equalTo("application/problem+json"))
        .body("type", equalTo("/problems/authentication-required"));
  }
}
