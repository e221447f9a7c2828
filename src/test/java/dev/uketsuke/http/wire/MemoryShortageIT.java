package dev.uketsuke.http.wire;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Strangers cannot take the memory away, and a process without memory does not linger on. */
class MemoryShortageIT {
  private static final String SMALL = "-Xmx112m";
  private static final byte[] CHUNK = ("10000\r\n" + "x".repeat(65_000)).getBytes();

  private final List<Wire> open = new ArrayList<>();

  @BeforeEach
  void freshDatabase() throws IOException {
    assumeFalse(
        Files.readString(Path.of("target/quarkus-artifact.properties")).contains("native"),
        "the size of the heap is set for a JVM");
    TestDatabase.create();
  }

  @AfterEach
  void hangUp() throws IOException {
    for (var wire : open) {
      wire.close();
    }
  }

  @Test
  void fiveThousandHalfSentBodiesKeepNobodyOut() throws Exception {
    try (var service = PackagedService.start(Map.of("JAVA_TOOL_OPTIONS", SMALL))) {
      var api = Api.at(service.uri(), Tokens.applicant());
      var bogus = List.of("", "Authorization: Bearer a.b.c\r\n", "webhook-signature: v1,a\r\n");
      for (int i = 0; i < 5_000; i++) {
        halfSend(service, bogus.get(i % 3));
        if (i % 50 == 0) {
          api.submit(newKey(), SMALLEST).expect(201);
          RawHttp.exchange(
                  api.base(), RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + newKey()))
              .expect(201);
        }
      }
      api.submit(newKey(), SMALLEST).expect(201);
      assertFalse(service.log().contains("OutOfMemoryError"));
    }
  }

  /** Limits set so high that they are none: then the process ends, started as plainly as this. */
  @Test
  void processWithoutMemoryEnds() throws Exception {
    var unlimited =
        Map.of(
            "JAVA_TOOL_OPTIONS", SMALL,
            "UKETSUKE_HTTP_BODY_MEMORY", "8G",
            "UKETSUKE_HTTP_BODY_TIMEOUT", "PT1H",
            "UKETSUKE_HTTP_CONNECTIONS", "100000");
    try (var service = PackagedService.start(unlimited)) {
      var bearer = "Authorization: Bearer " + Tokens.applicant().token() + "\r\n";
      for (int i = 0; i < 5_000 && service.isAlive(); i++) {
        halfSend(service, bearer);
      }
      assertEquals(3, service.awaitExit(Duration.ofMinutes(1)));
      assertTrue(service.log().contains("The process is out of memory and ends"));
    }
  }

  /** A connection that is closed on the way is one that the service has given up. */
  private void halfSend(PackagedService service, String credential) throws IOException {
    var path = credential.startsWith("webhook") ? "payment-callbacks" : "applications";
    try {
      var wire = new Wire(service.uri());
      open.add(wire);
      wire.send(
          "POST /v1/"
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + credential
              + "Transfer-Encoding: chunked\r\n\r\n");
      wire.send(CHUNK);
    } catch (SocketException givenUp) {
      // Closed, or the process is gone.
    }
  }
}
