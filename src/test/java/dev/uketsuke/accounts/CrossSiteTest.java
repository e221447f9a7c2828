package dev.uketsuke.accounts;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.http.wire.Wire;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No other site can use a session, nor remembered credentials; 401 here is a stale session, let
 * through to be read.
 */
@QuarkusTest
@RealParts
class CrossSiteTest {
  @TestHTTPResource("/")
  URI base;

  @ParameterizedTest
  @CsvSource({
    "POST, /edge/who, , , 403",
    "POST, /edge/who, cross-site, , 403",
    "POST, /edge/who, same-site, , 403",
    "POST, /edge/who, same-site, OWN, 403",
    "POST, /edge/who, , https://evil.example, 403",
    "POST, /edge/who, , null, 403",
    "POST, /edge/who, same-origin, https://rewritten.example, 401",
    "POST, /edge/who, cross-site, OWN, 403",
    "POST, /edge/who, same-origin, , 401",
    "POST, /edge/who, same-origin, OWN, 401",
    "POST, /edge/who, , OWN, 401",
    "GET, /v1/applications, cross-site, , 403",
    "GET, /v1/applications, , https://evil.example, 403",
    "GET, /v1/applications, same-origin, , 401",
    "GET, /v1/applications, none, , 401",
    "GET, /v1/applications, , , 401",
    "GET, /edge/page, cross-site, , 401",
  })
  void sessionCountsOnOurOwnPagesOnly(
      String method, String path, String site, String origin, int status) {
    for (String cookie : new String[] {"q_session", "q_session_chunk_1"}) {
      send(given().cookie(cookie, "x"), method, path, site, origin, status);
    }
  }

  @ParameterizedTest
  @CsvSource({"cross-site, 403", "same-site, 403", "same-origin, 401", "none, 401", ", 401"})
  void rememberedBasicCredentialsLikewise(String site, int status) {
    send(given().header("Authorization", "bAsIc YTph"), "POST", "/edge/who", site, null, status);
  }

  /** HTTP/1.0 knows no Host, so nothing shows that the request comes from our own page. */
  @Test
  void withoutAHostNoOriginIsOurs() throws Exception {
    try (Wire wire = new Wire(base)) {
      String head = "GET /v1/applications HTTP/1.0\r\nCookie: q_session=x\r\n";
      String answer = wire.send(head + "Origin: http://localhost\r\n\r\n").answer();
      assertTrue(answer.startsWith("HTTP/1.0 403 ") || answer.startsWith("HTTP/1.1 403 "), answer);
    }
  }

  @Test
  void bearerTokenIsNeverSentByABrowserItself() {
    String token = Tokens.applicant().token();
    send(
        given().auth().oauth2(token),
        "POST",
        "/edge/who",
        "cross-site",
        "https://other.example",
        200);
    send(
        given().auth().oauth2(token).cookie("q_session", "x"),
        "POST",
        "/edge/who",
        null,
        null,
        200);
  }

  private void send(
      RequestSpecification request,
      String method,
      String path,
      String site,
      String origin,
      int status) {
    if (site != null) {
      request.header("Sec-Fetch-Site", site);
    }
    if (origin != null) {
      request.header(
          "Origin", origin.equals("OWN") ? base.toString().replaceAll("/$", "") : origin);
    }
    var answer = request.redirects().follow(false).request(method, path).then().statusCode(status);
    if (status == 403) {
      answer
          .contentType("application/problem+json")
          .body("type", equalTo("/problems/cross-site-request"));
    }
  }
}
