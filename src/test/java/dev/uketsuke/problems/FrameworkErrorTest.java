package dev.uketsuke.problems;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.http.wire.Wire;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong, and wherever: one shape, the right status, nothing of the inside. */
@QuarkusTest
@RealParts
class FrameworkErrorTest {
  @TestHTTPResource("/")
  URI base;

  @ParameterizedTest
  @CsvSource({
    "GET, /nowhere, 404, not-found",
    "GET, /q/nowhere, 404, not-found",
    "DELETE, /edge/item, 405, method-not-allowed",
    "PUT, /v1/applications, 401, authentication-required",
    "GET, /edge/fault, 500, internal-error",
    "GET, /edge/unwritable, 500, internal-error",
    "GET, /edge/misread, 500, internal-error",
    "GET, /problems/nothing, 404, not-found",
  })
  void everyErrorIsAProblem(String method, String path, int status, String slug) {
    List<String> accepted = new ArrayList<>(List.of("*/*", "text/plain, */*;q=0.1"));
    if (status != 500) {
      // Nothing is there that could fail to be acceptable.
      accepted.addAll(List.of("text/html", "application/json"));
    }
    for (String accept : accepted) {
      problem(
          given().header("Accept", accept).urlEncodingEnabled(false).request(method, path).then(),
          status,
          slug);
    }
  }

  @Test
  void queryParameterOfTheWrongTypeIsTheClientsFault() {
    problem(given().get("/edge/number?n=abc").then(), 400, "invalid-request");
  }

  @Test
  void wordsOfAnyLanguageArriveWhole() {
    problem(given().get("/edge/refused").then(), 404, "not-found").body("detail", equalTo("受付 é"));
  }

  @Test
  void notAllowedNamesWhatIs() {
    given().delete("/edge/item").then().statusCode(405).header("Allow", "OPTIONS, POST");
    given().put("/edge/who").then().header("Allow", "GET, HEAD, OPTIONS, POST");
  }

  @Test
  void notAcceptable() {
    problem(given().accept("application/xml").get("/edge/fault").then(), 406, "not-acceptable");
  }

  /** RFC 9110 §5.6.1 and §12.5.1: what is no media range is ignored, not answered with 500. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "a",
        "a/",
        "/b",
        "nonsense",
        ";q=1",
        "a/b/c",
        "a b/c",
        "application/json;charset=",
        "text/plain;q=",
        "text/plain;q=2",
        "text/plain;q=x",
        "text/plain;=x",
        "text/plain;charset=\"",
        "text/plain;;",
        "*/",
      })
  void unreadableMediaRangeIsIgnored(String range) throws Exception {
    for (String accept : List.of(range, range + ", text/plain", "text/plain,," + range)) {
      try (Wire wire = new Wire(base)) {
        String head = "GET /edge/number?n=1 HTTP/1.1\r\nHost: localhost\r\nAccept: ";
        String answer = wire.send(head + accept + "\r\n\r\n").answer();
        assertTrue(answer.startsWith("HTTP/1.1 200 "), accept + ": " + answer);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "\"\"", "\"", "us-ascii", "UTF-16", "utf-8;q=0.1"})
  void charsetThatIsAskedForIsNoReasonToFail(String charset) throws Exception {
    try (Wire wire = new Wire(base)) {
      String accept = "Accept: application/json;charset=" + charset + "\r\n";
      String head = "POST /edge/item HTTP/1.1\r\nHost: localhost\r\n" + accept;
      String rest = "Content-Type: application/json\r\nContent-Length: 22\r\n\r\n";
      String answer = wire.send(head + rest + "{\"name\":\"a\",\"count\":1}").answer();
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      assertTrue(answer.contains("Content-Type: application/json;charset=UTF-8"), answer);
    }
  }

  @Test
  void readableMediaRangeBesideAnUnreadableOneIsRespected() {
    for (String accept : List.of("application/xml, a", ",application/xml;x=\"a,b\"", "a/b,,c/d")) {
      problem(
          given().header("Accept", accept).get("/edge/number?n=1").then(), 406, "not-acceptable");
    }
  }

  @Test
  void mediaType() throws Exception {
    problem(
        given().contentType("text/plain").body("x").post("/edge/item").then(),
        415,
        "unsupported-media-type");
    try (Wire wire = new Wire(base)) {
      String head = "POST /edge/item HTTP/1.1\r\nHost: localhost\r\nContent-Type: nonsense\r\n";
      String answer = wire.send(head + "Content-Length: 1\r\n\r\nx").answer();
      assertTrue(answer.startsWith("HTTP/1.1 415 ") && answer.contains("unsupported"), answer);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"name\":", "[]", "7", "nonsense", "{\"name\":\"\u0001\"}"})
  void malformedJson(String body) {
    problem(item(body).post("/edge/item").then(), 400, "malformed-json");
  }

  @Test
  void numberOfTooManyDigitsIsTheClientsFault() {
    problem(item("{\"count\":" + "9".repeat(2000) + "}").post("/edge/item").then(), 400, null);
  }

  @Test
  void mismatchNamesTheMember() {
    problem(
            item("{\"name\":\"a\",\"count\":\"many\"}").post("/edge/item").then(),
            400,
            "invalid-request")
        .body("violations[0].field", equalTo("count"));
  }

  @Test
  void validationListsEveryBrokenRule() {
    problem(item("{\"name\":\" \",\"count\":0}").post("/edge/item").then(), 400, "invalid-request")
        .body("violations.field", equalTo(List.of("count", "name")));
    problem(item("").post("/edge/item").then(), 400, null);
    problem(item("null").post("/edge/item").then(), 400, null);
  }

  @Test
  void ourFaultIsGivenAnIdAndNothingElse() {
    problem(given().get("/edge/fault").then(), 500, "internal-error")
        .body("instance", startsWith("urn:uuid:"))
        .body(not(containsString("secret")));
  }

  @Test
  void headHasNoBody() throws Exception {
    for (String path : new String[] {"/nowhere", "/problems", "/v1/applications"}) {
      try (Wire wire = new Wire(base)) {
        wire.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        wire.send("GET /problems/not-found HTTP/1.1\r\nHost: localhost\r\n\r\n");
        // If the first answer had a body, the second would not begin here.
        String first = headOnly(wire);
        assertTrue(first.contains("\r\n"), first);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/%zz",
        "/%",
        "/v1/applications/%",
        "/v1/%00",
        "/%c0%ae",
        "/..%2f..%2fetc",
        "/../../etc"
      })
  void addressThatCannotBeDecodedIsAProblem(String path) throws Exception {
    try (Wire wire = new Wire(base)) {
      String answer = wire.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").answer();
      assertTrue(answer.startsWith("HTTP/1.1 4"), answer);
      // The HTTP server itself refuses what is no URI, in silence; everything else is a problem.
      assertTrue(
          answer.contains("application/problem+json") || answer.contains("content-length: 0"),
          answer);
      assertFalse(answer.contains("java"), answer);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NONSENSE\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /\u0001 HTTP/1.1\r\nHost: a\r\n\r\n"
      })
  void whatIsNotHttpIsRefusedWithoutWords(String request) throws Exception {
    try (Wire wire = new Wire(base)) {
      String answer = wire.send(request).answer();
      assertTrue(answer.isEmpty() || answer.matches("(?s)HTTP/\\d\\.\\d [45].*"), answer);
      assertFalse(answer.contains("java"), answer);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/problems.css",
        "/q/health",
        "/q/openapi",
        "/q/nowhere",
        "/v1/applications",
        "/problems"
      })
  void everyAnswerIsNotToBeSniffed(String path) {
    given().get(path).then().header("X-Content-Type-Options", "nosniff");
    assertEquals(1, given().get(path).headers().getValues("X-Content-Type-Options").size());
    assertEquals(1, given().get(path).headers().getValues("Cache-Control").size(), path);
  }

  /** RFC 9112 §2.3: an answer names a version that the server speaks, whatever was asked. */
  @ParameterizedTest
  @ValueSource(
      strings = {"GET / HTTP/1.1\nHost: a\r\n\r\n", "GET /\nHost: a\r\n\r\n", "GET\r\n\r\n"})
  void faultyRequestLineIsRefusedInTheVersionThatIsSpoken(String request) throws Exception {
    try (Wire wire = new Wire(base)) {
      String answer = wire.send(request).answer();
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    }
  }

  private static String headOnly(Wire wire) throws java.io.IOException {
    String both = wire.send("").head() + wire.head();
    assertEquals(2, both.split("HTTP/1.1 ", -1).length - 1, both);
    return both;
  }

  private static RequestSpecification item(String body) {
    return given().contentType("application/json").body(body);
  }

  private static ValidatableResponse problem(ValidatableResponse answer, int status, String slug) {
    answer
        .statusCode(status)
        .contentType(equalTo(Problem.MEDIA_TYPE))
        .header("Cache-Control", "no-store")
        .header("X-Content-Type-Options", "nosniff")
        .body("status", equalTo(status))
        .body(not(containsString("java.")))
        .body(not(containsString("Exception")))
        .body(not(containsString("jackson")));
    return slug == null ? answer : answer.body("type", equalTo("/problems/" + slug));
  }
}
