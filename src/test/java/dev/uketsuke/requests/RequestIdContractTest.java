package dev.uketsuke.requests;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every answer names its request, whichever part of the service writes the answer. */
@QuarkusTest
@RealParts
class RequestIdContractTest {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String TRACEPARENT = "traceparent: 00-" + TRACE + "-00f067aa0ba902b7-01";
  private static final String MADE = "[0-9a-f]{32}";

  private final Api api = Api.asApplicant();

  @ParameterizedTest
  @CsvSource({
    "GET, /, 200",
    "GET, /js/main.js, 200",
    "GET, /q/health/live, 200",
    "GET, /q/health/ready, 200",
    "GET, /q/metrics, 200",
    "GET, /q/openapi, 200",
    "GET, /q/swagger-ui/, 200",
    "GET, /q/nowhere, 404",
    "GET, /problems/not-found, 200",
    "GET, /problems/no-such-problem, 404",
    "GET, /nowhere, 404",
    "GET, /v1/applications, 200",
    "HEAD, /v1/applications, 200",
    "OPTIONS, /v1/applications, 200",
    "GET, /v1/applications?limit=0, 400",
    "GET, /v1/applications?no-such=1, 400",
    "GET, /v1/nowhere, 404",
    "DELETE, /v1/applications, 405",
    "TRACE, /v1/applications, 405",
    "BREW, /v1/applications, 405",
    "GET, /v1/payments, 403",
    "GET, /%zz, 400",
  })
  void everyAnswerNamesItsRequest(String method, String path, int status) throws Exception {
    assertNamed("client/1", exchange(method, path, "Request-Id: client/1").expect(status));
    var made = exchange(method, path).expect(status);
    assertTrue(made.header("Request-Id").matches(MADE), made::toString);
    assertNamed(made.header("Request-Id"), made);
    assertNamed(TRACE, exchange(method, path, TRACEPARENT).expect(status));
  }

  @Test
  void refusalsOfHeadersAndBodiesNameTheirRequest() throws Exception {
    assertNamed("a", exchange("POST", "/v1/applications", "Request-Id: a").expect(415));
    assertNamed(
        "b",
        exchange(
                "POST",
                "/v1/applications",
                "Request-Id: b",
                "Content-Type: application/json",
                "Content-Length: 70000")
            .expect(413));
    assertNamed(
        "c", exchange("GET", "/v1/applications", "Request-Id: c", "Accept: image/png").expect(406));
    // Its own headers are not read to the end, so the service makes the id.
    var tooLong = exchange("GET", "/", "X: " + "a".repeat(40_000)).expect(431);
    assertNamed(tooLong.header("Request-Id"), tooLong);
    var address = exchange("GET", "/" + "a".repeat(5_000)).expect(414);
    assertNamed(address.header("Request-Id"), address);
    var stranger =
        RawHttp.exchange(
                Api.uri(), "GET /v1/applications HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            .expect(401);
    assertNamed(stranger.header("Request-Id"), stranger);
  }

  /** The answer is written by another part of the service than the one that refuses. */
  @Test
  void brokenBodyNamesItsRequest() throws Exception {
    var request =
        RawHttp.submission(api, "zz\r\n", "Idempotency-Key: " + newKey())
            .replaceFirst("Content-Length: \\d+", "Transfer-Encoding: chunked");
    var answer = RawHttp.exchange(Api.uri(), request).expect(400);
    assertNamed(answer.header("Request-Id"), answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Request-Id: two words",
        "Request-Id: \"quoted\"",
        "Request-Id: <script>",
        "Request-Id: a,b",
        "Request-Id: {x}",
        "Request-Id: \u00e9",
        "Request-Id:",
        "Request-Id: a\r\nRequest-Id: a",
        "traceparent: 00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "traceparent: ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "traceparent: 00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "traceparent: x",
      })
  void malformedValueIsReplacedAndNotRefused(String lines) throws Exception {
    var answer = exchange("GET", "/v1/applications", lines).expect(200);
    var id = answer.header("Request-Id");
    assertTrue(id.matches(MADE) && !id.equals(TRACE), answer::toString);
  }

  @Test
  void lengthIsBounded() throws Exception {
    var longest = "x".repeat(128);
    assertNamed(longest, exchange("GET", "/", "Request-Id: " + longest));
    var longer = exchange("GET", "/", "Request-Id: x" + longest, TRACEPARENT).expect(200);
    assertNamed(TRACE, longer);
  }

  @Test
  void replayIsTheSameBytesForAnotherRequest() throws Exception {
    var key = newKey();
    var first = submit(key, "Request-Id: first").expect(201);
    var second = submit(key, "Request-Id: second").expect(200);
    assertNamed("first", first);
    assertNamed("second", second);
    assertArrayEquals(first.body(), second.body());
    assertEquals("no-store", second.header("Cache-Control"));
  }

  @Test
  void twoRequestsGetTwoIds() throws Exception {
    var one = exchange("GET", "/nowhere");
    var other = exchange("GET", "/nowhere");
    assertNotEquals(one.header("Request-Id"), other.header("Request-Id"));
  }

  private Answer submit(String key, String line) throws IOException {
    return RawHttp.exchange(
        Api.uri(), RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key, line));
  }

  private Answer exchange(String method, String path, String... lines) throws IOException {
    var head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
            + api.caller().token()
            + "\r\n";
    return RawHttp.exchange(
        Api.uri(), head + (lines.length == 0 ? "" : String.join("\r\n", lines) + "\r\n") + "\r\n");
  }

  private static void assertNamed(String id, Answer answer) {
    assertEquals(id, answer.header("Request-Id"), answer::toString);
    if (answer.problem() != null && answer.body().length > 0) {
      assertEquals(id, answer.json().path("requestId").asText(), answer::toString);
    }
  }
}
