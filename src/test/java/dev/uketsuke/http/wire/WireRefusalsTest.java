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
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What never reaches a route is refused in the same shape, and records nothing. */
@QuarkusTest
@RealParts
class WireRefusalsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%zz",
        "/%",
        "/v1/applications?limit=%zz",
        "/v1/applications?limit=%",
        "/v1/applications/[x]",
        "/v1/applications?status={x}|^",
        "/v1/\u0001",
      })
  void addressThatIsNone(String path) throws Exception {
    assertProblem(400, "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    assertProblem(400, "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345");
  }

  /** Java's own client offers it unless told otherwise. */
  @Test
  void offerOfHttp2IsPassedOver() throws Exception {
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    var api = Api.asApplicant();
    var submission =
        api.request(Api.APPLICATIONS)
            .header("Idempotency-Key", newKey())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(SMALLEST))
            .build();
    for (int status : new int[] {201, 200}) {
      assertEquals(status, client.send(submission, BodyHandlers.discarding()).statusCode());
    }
    var list = api.request(Api.APPLICATIONS).GET().build();
    assertEquals(200, client.send(list, BodyHandlers.discarding()).statusCode());
    var stranger = api.withoutToken(Api.APPLICATIONS).GET().build();
    assertEquals(401, client.send(stranger, BodyHandlers.discarding()).statusCode());
  }

  @Test
  void headThatIsTooLong() throws Exception {
    assertProblem(414, "GET /v1/applications?x=" + "a".repeat(5_000) + " HTTP/1.1\r\n\r\n");
    assertProblem(
        431,
        "GET /v1/applications HTTP/1.1\r\nHost: a\r\n"
            + ("X: " + "a".repeat(5_000) + "\r\n").repeat(10)
            + "\r\n");
  }

  static Stream<String> headersThatAreNone() {
    return Stream.of(
        "Content-Length: x",
        "Content-Length: -1",
        "Content-Length: +46",
        "Content-Length: 99999999999999999999",
        "Content-Length: 46\r\nContent-Length: 3",
        "Content-Length: 46\r\nTransfer-Encoding: chunked",
        "Content-Length: 46\r\nBad Name: x",
        "Content-Length: 46\r\nno colon",
        "Content-Length: 46\r\nX-Note: a\u0000b",
        "Content-Length: 46\r\nX-Note: a\u007fb",
        "Content-Length: 46\r\nHost: elsewhere",
        "Content-Length: 46\r\nX-Note: a\u001f");
  }

  @ParameterizedTest
  @MethodSource("headersThatAreNone")
  void headersThatAreNoneRecordNothing(String lines) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var request =
        RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key)
            .replaceFirst("Content-Length: \\d+", lines);

    assertProblem(400, request);

    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz\r\n", "5\r\n{\"ori\r\nxx\r\n", "-1\r\n", "fffffffffffff\r\n"})
  void bodyInChunksThatAreNone(String body) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var request =
        RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key)
            .replaceFirst("Content-Length: \\d+", "Transfer-Encoding: chunked");

    assertProblem(400, request.substring(0, request.length() - SMALLEST.length()) + body);

    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  /** A client that still writes is not reset before it has read why. */
  @ParameterizedTest
  @ValueSource(strings = {"Transfer-Encoding: chunked", "Content-Length: 9000000\r\nBad Name: x"})
  void refusalReachesAClientThatGoesOnWriting(String lines) throws Exception {
    var request =
        RawHttp.submission(Api.asApplicant(), "", "Idempotency-Key: " + newKey())
            .replaceFirst("Content-Length: \\d+", lines);
    try (var wire = new Wire(Api.uri())) {
      wire.send(request + "zz\r\n");
      for (int sent = 0; sent < 8_000_000; sent += 64_000) {
        wire.send(new byte[64_000]);
      }
      var answer = wire.answer();
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("Nothing was recorded"), answer);
    }
  }

  @Test
  void brokenBodyBehindAnotherRequestIsAnsweredInItsTurn() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    var whole = RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key);
    var broken =
        RawHttp.submission(api, "zz\r\n", "Idempotency-Key: " + newKey())
            .replaceFirst("Content-Length: \\d+", "Transfer-Encoding: chunked");
    try (var wire = new Wire(Api.uri())) {
      wire.send(whole.replace("Connection: close\r\n", "") + broken);

      var first = wire.answer();
      assertTrue(first.startsWith("HTTP/1.1 201 "), first);
      var second = wire.answer();
      assertTrue(second.startsWith("HTTP/1.1 400 "), second);
      assertTrue(second.contains("Nothing was recorded"), second);
    }
    api.submit(key, SMALLEST).expect(200);
  }

  @Test
  void laterRequestsOfAConnectionAreWatchedToo() throws Exception {
    try (var wire = new Wire(Api.uri())) {
      assertTrue(
          wire.send("GET /problems/not-found HTTP/1.1\r\nHost: a\r\n\r\n")
              .answer()
              .startsWith("HTTP/1.1 200 "));
      var answer = wire.send("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n").answer();
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("application/problem+json"), answer);
    }
  }

  /** Percent-encoded throughout, as some clients write everything. */
  @Test
  void longestKeyFitsIntoAnAddress() throws Exception {
    var api = Api.asApplicant();
    var key = "~".repeat(255);
    api.submit(key, SMALLEST).expect(201);

    var answer = api.get("/v1/submissions?idempotencyKey=" + "%7E".repeat(255)).expect(200).json();

    assertEquals("RECORDED", answer.path("state").asText());
  }

  private static void assertProblem(int status, String request) throws Exception {
    var answer = RawHttp.exchange(Api.uri(), request).expectProblem(status);
    assertEquals("nosniff", answer.header("X-Content-Type-Options"));
    assertTrue(answer.json().path("detail").asText().contains("Nothing was recorded"));
  }
}
