package dev.uketsuke.settlement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the service has written into a history is recognised; what people have written is not. */
class HistoryReasonTest {

  /** Characters that mean something in a pattern or in a template. */
  private static final String ODD = "W\\E{number}$1 (a). was reported";

  @ParameterizedTest
  @EnumSource
  void everyTextIsRecognised(HistoryReason reason) {
    var values = new Object[reason == HistoryReason.WAYBILL_KEPT ? 2 : 1];
    java.util.Arrays.fill(values, ODD);
    var text =
        switch (reason) {
          case WAYBILL_RECORDED, WAYBILL_KEPT -> reason.text(values);
          case NOTHING_TO_PAY, NO_WAYBILL_ORDERED, NO_WAYBILL_KNOWN -> reason.text();
        };
    assertEquals(Optional.of(reason), HistoryReason.of("system", text));
    assertEquals(Optional.empty(), HistoryReason.of("staff", text));
  }

  @Test
  void valuesAreFoundInTheText() {
    assertEquals(
        Map.of("number", ODD),
        HistoryReason.WAYBILL_RECORDED.values(HistoryReason.WAYBILL_RECORDED.text(ODD)));
    assertEquals(
        Map.of("reported", "A", "kept", "B"),
        HistoryReason.WAYBILL_KEPT.values("Waybill A was reported; B was kept."));
    assertEquals(null, HistoryReason.NOTHING_TO_PAY.values("Nothing to pay"));
  }

  /** Histories have these texts, so they must not change. */
  @Test
  void textsStayAsTheyAre() {
    assertEquals("Nothing to pay", HistoryReason.NOTHING_TO_PAY.text());
    assertEquals("Waybill number W-1.", HistoryReason.WAYBILL_RECORDED.text("W-1"));
    assertEquals(
        "Waybill W-2 was reported; W-1 was kept.", HistoryReason.WAYBILL_KEPT.text("W-2", "W-1"));
    assertEquals(
        "No waybill was ordered: the application is REFUNDED.",
        HistoryReason.NO_WAYBILL_ORDERED.text());
    assertEquals(
        "No waybill is known: the application is REFUNDED.", HistoryReason.NO_WAYBILL_KNOWN.text());
  }

  @Test
  void otherTextsHaveNoCode() {
    assertEquals(Optional.empty(), HistoryReason.of("system", null));
    assertEquals(Optional.empty(), HistoryReason.of("warehouse", "Waybill number"));
    assertThrows(IllegalArgumentException.class, () -> HistoryReason.WAYBILL_RECORDED.text());
  }
}
