package dev.uketsuke.payments;

import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.Test;

/**
 * Every order in which the events of one transaction, repetitions included, and the moves they wait
 * for can come: all of them generated, each played against the real service and its database.
 */
@QuarkusTest
@RealParts
class ArrivalOrderTest {

  private static final int PLAYERS = 6;

  private final PaymentProvider provider = PaymentProvider.toService();

  @Test
  void paidFailedRefundedEndRefundedInEveryOrder() throws Exception {
    everyOrderEnds(
        "REFUNDED: FAILED=APPLIED, PAID=APPLIED, REFUNDED=APPLIED",
        List.of("check", "confirm"),
        List.of("PAID 12.50", "PAID 12.50", "FAILED 12.50", "REFUNDED 12.50"));
  }

  @Test
  void paidOfAnotherSumEndsUnmatchedInEveryOrder() throws Exception {
    everyOrderEnds(
        "FEE_CONFIRMED: FAILED=APPLIED, PAID=UNMATCHED AMOUNT_DIFFERS,"
            + " REFUNDED=UNMATCHED PAYMENT_NOT_APPLIED",
        List.of("check", "confirm"),
        List.of("PAID 9", "FAILED 9", "REFUNDED 9"));
  }

  @Test
  void refundOfAnotherSumEndsUnmatchedInEveryOrder() throws Exception {
    everyOrderEnds(
        "PAID: PAID=APPLIED, REFUNDED=UNMATCHED AMOUNT_DIFFERS",
        List.of("check", "confirm"),
        List.of("PAID 12.50", "REFUNDED 9"));
  }

  @Test
  void eventsOfACancelledApplicationEndUnmatchedInEveryOrder() throws Exception {
    everyOrderEnds(
        "CANCELLED: FAILED=APPLIED, PAID=UNMATCHED APPLICATION_CANCELLED,"
            + " REFUNDED=UNMATCHED PAYMENT_NOT_APPLIED",
        List.of("check", "cancel"),
        List.of("PAID 12.50", "FAILED 12.50", "REFUNDED 12.50"));
  }

  private void everyOrderEnds(String end, List<String> moves, List<String> events)
      throws Exception {
    var orders = new ConcurrentLinkedQueue<>(orders(moves, events));
    var others = new ConcurrentLinkedQueue<String>();
    Concurrently.run(
        PLAYERS,
        player -> {
          for (var order = orders.poll(); order != null; order = orders.poll()) {
            var reached = end(order);
            if (!reached.equals(end)) {
              others.add(String.join(", ", order) + " ended " + reached);
            }
          }
          return player;
        });
    assertEquals(List.of(), List.copyOf(others));
  }

  private String end(List<String> order) {
    var moves = Moves.ofNewApplication();
    var transaction = newTransaction();
    for (var step : order) {
      switch (step) {
        case "check" -> moves.to("WAREHOUSE_CHECKED").expect(200);
        case "confirm" -> moves.to("FEE_CONFIRMED").expect(200);
        case "cancel" -> moves.to("CANCELLED").expect(200);
        default -> {
          var event = step.split(" ");
          provider
              .send(
                  PaymentProvider.event(
                      transaction, moves.applicationId(), event[0], event[1], "AUD"))
              .expect(204);
        }
      }
    }
    var payments = Payments.about(moves.applicationId()).replace(transaction + " ", "");
    return moves.status() + ": " + payments;
  }

  /** All orders in which the moves keep theirs. */
  private static Set<List<String>> orders(List<String> moves, List<String> events) {
    var steps = new ArrayList<>(moves);
    steps.addAll(events);
    var orders = new LinkedHashSet<List<String>>();
    JqwikSession.run(
        () ->
            Arbitraries.shuffle(steps)
                .allValues()
                .orElseThrow()
                .filter(order -> order.stream().filter(moves::contains).toList().equals(moves))
                .forEach(orders::add));
    return orders;
  }
}
