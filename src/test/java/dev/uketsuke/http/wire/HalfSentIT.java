package dev.uketsuke.http.wire;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients send by halves costs a bounded piece of memory, connections and time. */
class HalfSentIT {
  private static PackagedService service;

  private final List<Wire> open = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    TestDatabase.create();
    service =
        PackagedService.start(
            Map.of(
                "UKETSUKE_HTTP_BODY_MEMORY", "1M",
                "UKETSUKE_HTTP_BODY_TIMEOUT", "PT10S",
                "UKETSUKE_HTTP_HEAD_TIMEOUT", "PT1S",
                "UKETSUKE_HTTP_CONNECTIONS", "60"));
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
  }

  @AfterEach
  void hangUp() throws IOException {
    for (var wire : open) {
      wire.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 1000", "Transfer-Encoding: chunked"})
  void bodyHasADeadline(String framing) throws Exception {
    var wire = connect().send(head(bearer(), framing) + "2\r\n");

    var answer = wire.answer();

    assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
    assertTrue(answer.contains("/problems/request-timeout"), answer);
    assertTrue(answer.contains("nothing was recorded"), answer);
    assertEquals("", wire.head(), "closed");
  }

  @Test
  void bodyThatIsTooLargeHasADeadlineToo() throws Exception {
    var wire = connect().send(head(bearer(), "Content-Length: 100000") + "x".repeat(1000));
    assertTrue(wire.answer().startsWith("HTTP/1.1 413 "));
    assertEquals("", wire.head(), "closed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"G", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX-N", "GET / HTTP/1.1\r\n"})
  void headHasADeadline(String begun) throws Exception {
    assertEquals("", connect().send(begun).head(), "closed without an answer");
    var wire = connect().send("GET /problems/not-found HTTP/1.1\r\nHost: a\r\n\r\n");
    assertTrue(wire.answer().startsWith("HTTP/1.1 200 "));
    assertEquals("", wire.send(begun).head(), "a second one has a deadline as well");
  }

  @Test
  void strangerIsRefusedBeforeTheBody() throws Exception {
    for (var credential :
        List.of("", "Authorization: Bearer a.b.c\r\n", "Cookie: q_session=a\r\n")) {
      var wire = connect().send(head(credential, "Content-Length: 60000"));
      var answer = wire.answer();
      assertTrue(answer.startsWith("HTTP/1.1 401 ") || answer.startsWith("HTTP/1.1 403 "), answer);
      // A body that does arrive is no reason to hang up, and none of it is taken for a request.
      wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3_000).substring(0, 60_000));
      answer = wire.send("GET /v1/account HTTP/1.1\r\nHost: a\r\n\r\n").answer();
      assertTrue(answer.startsWith("HTTP/1.1 401 "), answer);
    }
  }

  @Test
  void strangerIsNotAskedForTheBody() throws Exception {
    var wire = connect().send(head("", "Content-Length: 9\r\nExpect: 100-continue"));
    var answer = wire.answer();
    assertTrue(answer.startsWith("HTTP/1.1 401 "), answer);
    assertTrue(answer.toLowerCase().contains("connection: close"), answer);
    assertEquals("", wire.head(), "closed");
  }

  @Test
  void strangerWhoNeverSendsTheBodyIsClosed() throws Exception {
    var wire = connect().send(head("", "Transfer-Encoding: chunked") + "5\r\nab");
    assertTrue(wire.answer().startsWith("HTTP/1.1 401 "));
    assertEquals("", wire.head(), "closed");
  }

  /** Whoever signs callbacks shows it only with the body; what strangers half send is their own. */
  @Test
  void memoryOfBodiesIsBoundedInTotalAndComesBack() throws Exception {
    var body = "2710\r\n" + "x".repeat(10_000) + "\r\n";
    var signed = "webhook-signature: v1,a\r\n";
    for (int i = 0; i < 40; i++) {
      connect().send(head(signed, "Transfer-Encoding: chunked") + body);
    }
    awaitTaken(250_000);
    refused(signed, body);
    submit();
    hangUp();
    awaitTaken(0);

    var bearer = bearer();
    for (int i = 0; i < 45; i++) {
      var wire = connect().send(head(bearer, "Transfer-Encoding: chunked"));
      for (int chunk = 0; chunk < 2; chunk++) {
        wire.send(body);
      }
    }
    awaitTaken(770_000);
    refused(bearer, body);
    hangUp();
    awaitTaken(0);
    submit();
  }

  @Test
  void connectionsHaveACeiling() throws Exception {
    var kept = connect().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    kept.answer();
    for (int i = 0; i < 150; i++) {
      var wire = connect();
      if (i % 2 == 0) {
        wire.send("G");
      }
      if (i % 10 == 0) {
        submit();
        assertTrue(kept.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer().contains(" 200 "));
      }
    }
    assertTrue(metric("uketsuke_http_connections") <= 61);
    assertEquals("", open.get(1).head(), "the one that has waited longest");
  }

  /** Answers pile up in memory for a client that asks on and on and reads none of them. */
  @Test
  void clientThatReadsNothingIsNotReadFromEither() throws Exception {
    var wire = connect();
    var requests = "GET /q/openapi HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100);
    var asked =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 2_000; i++) {
                  wire.send(requests);
                }
              } catch (IOException hungUp) {
                // As is meant.
              }
            });
    asked.start();
    Until.holds(
        "its requests are no longer read",
        () -> asked.getState() == Thread.State.RUNNABLE && metric("uketsuke_http_connections") > 0);
    submit();
    wire.close();
    asked.join();
  }

  /** The end of the connection may overtake the check of the credential and earlier answers. */
  @Test
  void clientsThatHangUpAtOnceLeaveNeitherMemoryNorErrors() throws Exception {
    var bearer = bearer();
    var whole = head(bearer, "Content-Length: 10000") + "x".repeat(10_000);
    var broken = "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n";
    var asked = "GET /problems HTTP/1.1\r\nHost: a\r\n\r\n";
    for (int i = 0; i < 400; i++) {
      try (var socket = new Socket(service.uri().getHost(), service.uri().getPort())) {
        socket.setSoLinger(true, 0);
        var sent = i % 2 == 0 ? whole : asked.repeat(i % 5) + whole + broken;
        socket.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    Until.holds("all have ended", () -> metric("uketsuke_http_connections") <= 2);
    awaitTaken(0);
    submit();
    assertFalse(service.log().contains("\"level\":\"ERROR\""), service.log());
  }

  private void refused(String credential, String body) throws Exception {
    // Some of those before got the answer as well; this one asks when there is nothing left.
    Until.holds(
        "refused for want of memory",
        () -> {
          var wire = connect();
          for (int i = 0; i < 6; i++) {
            wire.send(i == 0 ? head(credential, "Transfer-Encoding: chunked") + body : body);
          }
          var answer = wire.answer();
          wire.close();
          return answer.startsWith("HTTP/1.1 503 ")
              && answer.contains("/problems/temporarily-unavailable")
              && answer.toLowerCase().contains("retry-after: ");
        });
  }

  /** The memory comes back without a trace: what is taken at least, or nothing. */
  private static void awaitTaken(int bytes) throws Exception {
    Until.holds(
        bytes + " bytes are taken",
        () -> {
          double taken = metric("uketsuke_http_body_memory_bytes");
          return bytes == 0 ? taken == 0 : taken >= bytes;
        });
  }

  private static double metric(String name) {
    return Api.at(service.uri(), Tokens.applicant())
        .get("/q/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  private static void submit() throws IOException {
    var api = Api.at(service.uri(), Tokens.applicant());
    RawHttp.exchange(api.base(), RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + newKey()))
        .expect(201);
  }

  private Wire connect() throws IOException {
    URI uri = service.uri();
    var wire = new Wire(uri);
    open.add(wire);
    return wire;
  }

  private static String bearer() {
    return "Authorization: Bearer " + Tokens.applicant().token() + "\r\n";
  }

  private static String head(String credential, String framing) {
    var path = credential.startsWith("webhook") ? "payment-callbacks" : "applications";
    return "POST /v1/"
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nIdempotency-Key: a\r\n"
        + credential
        + framing
        + "\r\n\r\n";
  }
}
