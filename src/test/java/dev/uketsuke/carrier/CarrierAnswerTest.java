package dev.uketsuke.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.carrier.CarrierAnswer.OrderResult;
import dev.uketsuke.json.StrictJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the carrier says is taken for what it can mean, and no more. */
class CarrierAnswerTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final WaybillNumbers numbers = new WaybillNumbers(new StrictJson());

  @Test
  void retryAfterIsSecondsOrADate() {
    assertEquals(Duration.ofSeconds(120), CarrierAnswer.retryAfter(" 120 ", NOW));
    assertEquals(
        Duration.ofSeconds(55), CarrierAnswer.retryAfter("Fri, 2 Jan 2026 03:05:00 GMT", NOW));
    for (var same : List.of("Friday, 02-Jan-26 03:05:00 GMT", "Fri Jan  2 03:05:00 2026")) {
      assertEquals(Duration.ofSeconds(55), CarrierAnswer.retryAfter(same, NOW), same);
    }
    assertTrue(CarrierAnswer.retryAfter("9".repeat(40), NOW).toDays() > 1);
    for (var none :
        new String[] {
          null, "x".repeat(100), "", "-1", "1.5", "soon", "Thu, 1 Jan 2026 00:00:00 GMT"
        }) {
      assertEquals(Duration.ZERO, CarrierAnswer.retryAfter(none, NOW), none);
    }
  }

  @Test
  void numberIsTextOfOneTo100PrintableCharacters() {
    assertEquals(Optional.of("WB 1"), numbers.ordered("{\"waybillNumber\":\" WB 1 \",\"x\":1}"));
    for (var body :
        List.of(
            "",
            "null",
            "[]",
            "{}",
            "<html>",
            "{\"waybillNumber\":null}",
            "{\"waybillNumber\":17}",
            "{\"waybillNumber\":\"\"}",
            "{\"waybillNumber\":\" \"}",
            "{\"waybillNumber\":\"a\\u0000b\"}",
            "{\"waybillNumber\":\"a\\nb\"}",
            "{\"waybillNumber\":\"\\ud800\"}",
            "{\"waybillNumber\":\"a\",\"waybillNumber\":\"b\"}",
            "{\"waybillNumber\":\"" + "9".repeat(101) + "\"}")) {
      assertEquals(Optional.empty(), numbers.ordered(body), body);
    }
  }

  @Test
  void listThatCannotBeReadIsNotAnEmptyOne() {
    assertEquals(Optional.of(List.of()), numbers.found("{\"items\":[]}"));
    assertEquals(
        Optional.of(List.of("A")),
        numbers.found("{\"items\":[{\"waybillNumber\":\"A\"},{\"waybillNumber\":\"A\"}]}"));
    for (var body :
        List.of("", "{}", "{\"items\":{}}", "{\"items\":[{}]}", "{\"items\":[\"A\"]}")) {
      assertEquals(Optional.empty(), numbers.found(body), body);
    }
  }

  @Test
  void onlyAnAnswerAboutTheOrderRefusesIt() {
    assertOrderResult(OrderResult.BOOKED, 200, 201);
    assertOrderResult(OrderResult.AMBIGUOUS, 202, 204, 299);
    assertOrderResult(OrderResult.EXISTS, 409);
    assertOrderResult(OrderResult.REFUSED, 400, 413, 422, 451);
    assertOrderResult(OrderResult.TROUBLE, 408, 500, 502, 503, 504, 599);
    assertOrderResult(
        OrderResult.NOT_NOW, 301, 307, 401, 402, 403, 404, 405, 406, 410, 415, 421, 425, 429);
  }

  private static void assertOrderResult(OrderResult expected, int... statuses) {
    for (int status : statuses) {
      assertEquals(expected, answer(status).orderResult(), () -> "status " + status);
    }
  }

  private static CarrierAnswer answer(int status) {
    return new CarrierAnswer(status, "", Duration.ZERO);
  }
}
