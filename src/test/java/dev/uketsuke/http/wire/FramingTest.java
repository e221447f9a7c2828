package dev.uketsuke.http.wire;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One request is one request, whatever it says of its length and of its host. */
@QuarkusTest
@RealParts
class FramingTest {
  private static final String CHUNKED = "Transfer-Encoding: chunked";

  static Stream<String> unclearFraming() {
    return Stream.of(
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding: \"chunked\"",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: ,chunked",
        "Transfer-Encoding:",
        "Transfer-Encoding: chunked\r\n , gzip",
        "Transfer-Encoding: gzip\r\nContent-Length: 0",
        "Content-Length: 0\r\nTransfer-Encoding: identity",
        CHUNKED + "\r\n" + CHUNKED,
        CHUNKED + "\r\nTransfer-Encoding: identity",
        CHUNKED + "\r\nContent-Length: 0",
        "Content-Length: 0\r\n" + CHUNKED,
        "Content-Length: 0, 0",
        "Content-Length: 0\r\nContent-Length: 0",
        "Content-Length: 0\r\n 0",
        "Content-Length: 0x0",
        "Content-Length: +0",
        "Content-Length: -0",
        "Content-Length: 0;",
        "Content-Length : 0",
        "X-Note: a\nTransfer-Encoding: gzip",
        "X-Note: a\rb");
  }

  @ParameterizedTest
  @MethodSource("unclearFraming")
  void bodyOfUnclearLengthIsNeverTheNextRequest(String lines) throws Exception {
    assertOneRefusal("HTTP/1.1", lines);
  }

  /** RFC 9112 §6.1: HTTP/1.0 has no chunks. */
  @ParameterizedTest
  @ValueSource(strings = {CHUNKED, CHUNKED + "\r\nContent-Length: 0", "Transfer-Encoding: gzip"})
  void olderVersionHasNoChunks(String lines) throws Exception {
    assertOneRefusal("HTTP/1.0", lines);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5\n{\"ori\r\n0\r\n\r\n",
        "5\r\n{\"ori\n0\r\n\r\n",
        "5\r\n{\"ori0\r\n\r\n",
        "5;a\nb\r\n{\"ori\r\n0\r\n\r\n",
        "0x5\r\n{\"ori\r\n0\r\n\r\n",
        "5\r\n{\"ori\r\n0\r\nno trailer\r\n\r\n",
        "-0\r\n\r\n"
      })
  void bodyInUnclearChunksIsNeverTheNextRequest(String body) throws Exception {
    assertOneRefusal("HTTP/1.1", CHUNKED, body);
  }

  @Test
  void chunksInAnySpellingAreABody() throws Exception {
    var api = Api.asApplicant();
    var size = Integer.toHexString(SMALLEST.length()).toUpperCase();
    var request =
        request(api, "HTTP/1.1", newKey(), "TRANSFER-encoding:  Chunked \r\nConnection: close");
    assertEquals(
        201,
        RawHttp.exchange(
                Api.uri(),
                request + size + ";a=\"b\"\r\n" + SMALLEST + "\r\n0\r\nX-Trailer: 1\r\n\r\n")
            .status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST http://elsewhere/v1/applications HTTP/1.1\r\nHost: localhost",
        "POST http://localhost:1/v1/applications HTTP/1.1\r\nHost: localhost",
        "POST http://a@localhost/v1/applications HTTP/1.1\r\nHost: localhost",
        "POST http://localhost/v1/applications HTTP/1.1\r\nHost:",
        "POST /v1/applications HTTP/1.1\r\nHost: local host",
        "POST /v1/applications HTTP/1.1\r\nHost: a/b",
        "POST /v1/applications HTTP/1.1\r\nHost: a, b",
        "POST /v1/applications HTTP/1.1\r\nHost: localhost:x",
        "POST /v1/applications#a HTTP/1.1\r\nHost: localhost",
        "POST /v1/applications HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json",
        "POST /v1/applications HTTP/1.1",
      })
  void unclearAddresseeIsRefused(String head) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var rest = RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key);
    var request = head + rest.substring(rest.indexOf("\r\nAuthorization"));

    RawHttp.exchange(Api.uri(), request).expectProblem(400);

    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://localhost/v1/applications", "HTTP://LOCALHOST:80/v1/applications"})
  void wholeAddressOfThisHostIsGood(String target) throws Exception {
    var request =
        RawHttp.submission(Api.asApplicant(), SMALLEST, "Idempotency-Key: " + newKey())
            .replaceFirst("/v1/applications", target);
    RawHttp.exchange(Api.uri(), request).expect(201);
  }

  @Test
  void otherVersionIsRefusedInTheSameShape() throws Exception {
    RawHttp.exchange(Api.uri(), "GET / HTTP/1.7\r\nHost: localhost\r\n\r\n").expectProblem(505);
  }

  /** RFC 9112 §2.3: the answer names our version, and never what the client wrote. */
  @ParameterizedTest
  @CsvSource({
    "HTTP/1.7,505",
    "HTTP/2.0,505",
    "HTTP/0.9,505",
    "ICY/1.1,400",
    "http/1.1,400",
    "HTTP/01.1,400",
    "HTTP/1.10,400",
    "HTTP/+1.1,400",
    "evil/1.0,400"
  })
  void otherVersionIsNotRepeated(String version, int status) throws Exception {
    try (var wire = new Wire(Api.uri())) {
      wire.send("GET /problems HTTP/1.1\r\nHost: localhost\r\n\r\n".replace("HTTP/1.1", version));
      wire.send("GET /problems HTTP/1.1\r\nHost: localhost\r\n\r\n");
      var answer = wire.answer();
      assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
      assertTrue(answer.contains("Nothing was recorded"), answer);
      assertEquals("", wire.head(), "closed");
    }
  }

  /** RFC 9112 §3.2: other forms of an address are for proxies, and this service is none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET ?/v1/payments",
        "GET v1/applications",
        "GET http:localhost/v1/applications",
        "GET urn:x",
        "OPTIONS *",
        "CONNECT localhost:80",
        "GET *"
      })
  void addressWithoutASlashIsRefusedInTheSameShape(String line) throws Exception {
    var answer =
        RawHttp.exchange(
                Api.uri(), line + " HTTP/1.1\r\nHost: localhost\r\nRequest-Id: mine\r\n\r\n")
            .expectProblem(400);
    assertEquals("mine", answer.header("Request-Id"));
    assertEquals("mine", answer.json().path("requestId").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"close", "keep-alive, close", "close, x", "x\r\nConnection: Close", "CLOSE,"})
  void connectionEndsWhereverTheClientSaysClose(String connection) throws Exception {
    try (var wire = new Wire(Api.uri())) {
      wire.send(
          "GET /problems HTTP/1.1\r\nHost: localhost\r\nConnection: " + connection + "\r\n\r\n");
      var answer = wire.answer();
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      assertTrue(answer.toLowerCase().contains("connection: close"), answer);
      assertEquals("", wire.head(), "closed");
    }
  }

  /** The type of a body that is not there matters to nobody. */
  @ParameterizedTest
  @ValueSource(strings = {"long", "a", "/", "a/", "a/b;c=\"", ";", ",", "\u00e9"})
  void contentTypeThatIsNoneIsNoFaultOfOurs(String given) throws Exception {
    var type = given.equals("long") ? "a".repeat(3_000) : given;
    var bearer = "Authorization: Bearer " + Api.asApplicant().caller().token();
    for (var path : new String[] {"/problems", "/problems/not-found", "/v1/applications"}) {
      var status =
          RawHttp.exchange(
                  Api.uri(),
                  "GET "
                      + path
                      + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                      + bearer
                      + "\r\nContent-Type: "
                      + type
                      + "\r\n\r\n")
              .status();
      assertEquals(200, status, path);
    }
    RawHttp.exchange(
            Api.uri(),
            RawHttp.submission(Api.asApplicant(), SMALLEST, "Idempotency-Key: " + newKey())
                .replace("application/json", type))
        .expectProblem(415);
  }

  /** The last byte of a body that is longer than stated comes in front of the next method. */
  @ParameterizedTest
  @ValueSource(
      strings = {"}GET", "\"GET", "[]GET", "{GET", "(GET)", "G\u00c9T", "GET,", "a:b", "@"})
  void methodThatIsNoTokenShowsThatTheConnectionIsOutOfStep(String method) throws Exception {
    try (var wire = new Wire(Api.uri())) {
      wire.send(method + " /problems HTTP/1.1\r\nHost: localhost\r\n\r\n");
      wire.send("GET /problems HTTP/1.1\r\nHost: localhost\r\n\r\n");
      var answer = wire.answer();
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("Nothing was recorded"), answer);
      assertEquals("", wire.head(), "closed");
    }
  }

  /** The body may follow or not (RFC 9110 §10.1.1), so what comes next is anybody's guess. */
  @Test
  void tooLargeABodyThatWasAskedForClosesTheConnection() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    try (var wire = new Wire(Api.uri())) {
      var first =
          request(api, "HTTP/1.1", newKey(), "Content-Length: 100000\r\nExpect: 100-continue");
      wire.send(first + request(api, "HTTP/1.1", key, "Content-Length: 46") + SMALLEST);
      var answer = wire.answer();
      assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
      assertTrue(answer.toLowerCase().contains("connection: close"), answer);
      assertEquals("", wire.head());
    }
    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  private static void assertOneRefusal(String version, String lines) throws Exception {
    assertOneRefusal(version, lines, "");
  }

  /** Sends the request, then a whole submission: exactly one answer, and nothing is recorded. */
  private static void assertOneRefusal(String version, String lines, String body) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var smuggled = newKey();
    try (var wire = new Wire(Api.uri())) {
      wire.send(request(api, version, key, lines) + body);
      wire.send(
          request(api, "HTTP/1.1", smuggled, "Content-Length: " + SMALLEST.length()) + SMALLEST);
      var answer = wire.answer();
      assertTrue(answer.startsWith("HTTP/1.1 400 ") || answer.startsWith("HTTP/1.0 400 "), answer);
      assertTrue(answer.contains("application/problem+json"), answer);
      assertTrue(answer.contains("Nothing was recorded"), answer);
      assertEquals("", wire.head(), "closed");
    }
    assertEquals(Rows.NONE, Rows.ofKey(smuggled));
    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  private static String request(Api api, String version, String key, String lines) {
    return "POST /v1/applications "
        + version
        + "\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
        + api.caller().token()
        + "\r\nIdempotency-Key: "
        + key
        + "\r\n"
        + lines
        + "\r\n\r\n";
  }
}
