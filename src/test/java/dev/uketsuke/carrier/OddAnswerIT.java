package dev.uketsuke.carrier;

import static java.net.http.HttpRequest.BodyPublishers.noBody;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawCarrier;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An answer that is none says nothing about the booking, holds up nobody, and fills no memory. */
class OddAnswerIT {

  private static final String CREATED =
      "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n";

  /** What comes after the order was booked. */
  enum Odd {
    TRICKLES_WITHOUT_END(
        line -> {
          line.write(RawCarrier.bytes(CREATED + "Content-Length: 100000\r\n\r\n"));
          while (true) {
            line.write(' ');
            line.flush();
            Thread.sleep(200); // the carrier's pace, not a wait for anything
          }
        }),
    FLOWS_WITHOUT_END(
        line -> {
          line.write(RawCarrier.bytes(CREATED + "Content-Length: 100000000000\r\n\r\n"));
          var spaces = " ".repeat(1 << 20).getBytes();
          while (true) {
            line.write(spaces);
          }
        }),
    NO_HTTP(line -> line.write(RawCarrier.bytes("\u0000\u0001 no such protocol\r\n\r\n"))),
    NO_MEDIA_TYPE(line -> line.write(json("Content-Type: json", "not JSON"))),
    EMPTY_MEDIA_TYPE(line -> line.write(json("Content-Type:", "not JSON"))),
    UNKNOWN_CHARSET(line -> line.write(json("Content-Type: text/plain; charset=klingon", "x"))),
    TOO_LONG(line -> line.write(json("X: y", "{\"waybillNumber\":\"X\"}" + " ".repeat(1 << 17)))),
    CUT(
        line ->
            line.write(
                RawCarrier.bytes(CREATED + "Content-Length: 10\r\nConnection: close\r\n\r\n{")));

    private final RawCarrier.Answer answer;

    Odd(RawCarrier.Answer answer) {
      this.answer = answer;
    }

    private static byte[] json(String header, String body) {
      return RawCarrier.bytes(
          "HTTP/1.1 201 Created\r\n"
              + header
              + "\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
    }
  }

  @Test
  void isSettledByAskingTheCarrier() throws Exception {
    TestDatabase.create();
    try (var carrier = RawCarrier.start();
        var service =
            PackagedService.start(
                Map.of(
                    "UKETSUKE_CARRIER_URL", carrier.url(),
                    "UKETSUKE_CARRIER_READ_TIMEOUT", "PT3S",
                    "UKETSUKE_JOBS_SCHEDULED", "false"))) {
      var machine = Api.at(service.uri(), Tokens.service());
      for (var odd : Odd.values()) {
        carrier.answer(odd.answer);
        var account = Messages.paidApplications(1);
        int before = carrier.orders();

        machine.send(machine.request("/v1/jobs/relay").POST(noBody())).expect(200);

        assertEquals(1, Messages.count(account, "waybill_number = 'WB-' || id"), odd::name);
        assertEquals(1, carrier.orders() - before, odd::name);
        Until.holds("nobody listens any more", () -> carrier.writing() == 0);
      }
      assertFalse(service.log().contains("fault of ours"), service.log());
    }
  }

  /**
   * The body of a refusal is of no use, but ending the connection because of it would cut off the
   * next order, which may use the connection already.
   */
  @Test
  void refusedOrdersCutOffNoOther() throws Exception {
    TestDatabase.create();
    try (var carrier = RawCarrier.start();
        var service =
            PackagedService.start(
                Map.of(
                    "UKETSUKE_CARRIER_URL", carrier.url(), "UKETSUKE_JOBS_SCHEDULED", "false"))) {
      carrier.answer(
          line -> {
            line.write(RawCarrier.bytes("HTTP/1.1 422 No\r\nContent-Length: 8\r\n\r\n"));
            line.flush();
            line.write(RawCarrier.bytes("too long"));
          });
      Messages.paidApplications(300);
      var machine = Api.at(service.uri(), Tokens.service());
      machine.send(machine.request("/v1/jobs/relay").POST(noBody())).expect(200);

      assertEquals(
          "300",
          TestDatabase.value(
              "SELECT count(*) FROM outbox WHERE parked_at IS NOT NULL AND attempts = 1"
                  + " AND last_error = 'The carrier answered 422, which refuses this order'"));
      assertEquals(300, carrier.orders());
      assertTrue(carrier.connections() <= 8, () -> carrier.connections() + " connections");
    }
  }
}
