package dev.uketsuke.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.RealParts;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body is bounded however it is framed, and nobody waits for a slow one. */
@QuarkusTest
@RealParts
class BodyLimitTest {
  @TestHTTPResource("/")
  URI base;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 65_535, 65_536})
  void bodyUpToTheLimitArrivesWhole(int length) throws Exception {
    try (Wire wire = new Wire(base)) {
      assertArrived(length, wire.send(sized("", length)).send(new byte[length]).answer());
      assertArrived(length, wire.send(chunked("")).send(chunks(length)).answer());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {65_537, 1_000_000, 9_900_000})
  void largerBodyIsRefusedReadablyAndTheConnectionGoesOn(int length) throws Exception {
    try (Wire wire = new Wire(base)) {
      assertRefused(wire.send(sized("", length)).send(new byte[length]).answer());
      assertRefused(wire.send(chunked("")).send(chunks(length)).answer());
      assertArrived(3, wire.send(sized("", 3)).send(new byte[3]).answer());
    }
  }

  @Test
  void hugeBodyIsRefusedBeforeItsEnd() throws Exception {
    try (Wire wire = new Wire(base)) {
      String answer = wire.send(sized("", 2_000_000_000)).send(new byte[1000]).answer();
      assertRefused(answer);
      assertTrue(answer.toLowerCase().contains("connection: close"), answer);
    }
    try (Wire wire = new Wire(base)) {
      wire.send(chunked(""));
      for (int sent = 0; sent < 11_000_000; sent += 1_000_000) {
        wire.send("f4240\r\n").send(new byte[1_000_000]).send("\r\n");
      }
      String answer = wire.answer();
      assertRefused(answer);
      assertTrue(answer.toLowerCase().contains("connection: close"), answer);
    }
  }

  @Test
  void clientThatAsksFirstIsToldFirst() throws Exception {
    try (Wire wire = new Wire(base)) {
      wire.send(sized("", 100_000).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"));
      assertRefused(wire.answer());
    }
    try (Wire wire = new Wire(base)) {
      wire.send(sized("", 3).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"));
      assertTrue(wire.answer().startsWith("HTTP/1.1 100 "));
      assertArrived(3, wire.send("abc").answer());
    }
  }

  @Test
  void hundredTricklingClientsHoldNoThread() throws Exception {
    EdgeResource.SLOW_STARTED.set(0);
    List<Wire> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Wire wire = new Wire(base);
        slow.add(wire);
        wire.send(i % 2 == 0 ? sized("?slow=true", 60_001) : chunked("?slow=true") + "ea61\r\n");
        wire.send(new byte[60_000]);
      }
      try (Wire other = new Wire(base)) {
        assertArrived(3, other.send(sized("", 3)).send("abc").answer());
      }
      assertEquals(0, EdgeResource.SLOW_STARTED.get());
      for (int i = 0; i < 100; i++) {
        assertArrived(60_001, slow.get(i).send(i % 2 == 0 ? "x" : "x\r\n0\r\n\r\n").answer());
      }
      assertEquals(100, EdgeResource.SLOW_STARTED.get());
    } finally {
      for (Wire wire : slow) {
        wire.close();
      }
    }
  }

  private static String sized(String query, int length) {
    return head(query) + "Content-Length: " + length + "\r\n\r\n";
  }

  private static String chunked(String query) {
    return head(query) + "Transfer-Encoding: chunked\r\n\r\n";
  }

  private static String head(String query) {
    return "POST /edge/length"
        + query
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n";
  }

  private static byte[] chunks(int length) {
    String size =
        length == 0 ? "" : Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n";
    return (size + "0\r\n\r\n").getBytes();
  }

  private static void assertArrived(int length, String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n" + length), answer);
  }

  private static void assertRefused(String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
    assertTrue(answer.contains("application/problem+json"), answer);
    assertTrue(answer.contains("\"/problems/payload-too-large\""), answer);
  }
}
