package dev.uketsuke.payments;

import static dev.uketsuke.support.PaymentProvider.event;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Tricks;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure on our side is remembered by nobody, and the next attempt is the first. */
@QuarkusTest
@RealParts
class PaymentFaultContractTest {

  private final PaymentProvider provider = PaymentProvider.toService();

  @ParameterizedTest
  @ValueSource(strings = {"payment", "application_history", "outbox"})
  void callbackThatFailsIsAppliedWhenItComesAgain(String table) throws Exception {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    var paid = event(transaction, moves.applicationId(), "PAID");
    var outbox = moves.outbox();

    Tricks.failingWrite(table)
        .during(() -> provider.send(paid).expectProblem(500, "internal-error"));

    assertEquals(0, Payments.count(transaction));
    assertEquals("FEE_CONFIRMED", moves.status());
    assertEquals("ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED", moves.history());
    assertEquals(outbox, moves.outbox());
    provider.send(paid).expect(204);
    provider.send(paid).expect(204);
    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
    assertEquals("ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED PAID", moves.history());
    assertEquals(outbox + " application.paid waybill.order", moves.outbox());
  }

  @ParameterizedTest
  @ValueSource(strings = {"application_history", "outbox"})
  void moveThatFailsIsMadeWhenItComesAgain(String table) throws Exception {
    var moves = Moves.ofNewApplication();
    var transaction = newTransaction();
    provider.send(event(transaction, moves.applicationId(), "PAID")).expect(204);
    moves.to("WAREHOUSE_CHECKED").expect(200);

    Tricks.failingWrite(table)
        .during(() -> moves.to("FEE_CONFIRMED").expectProblem(500, "internal-error"));

    assertEquals("WAREHOUSE_CHECKED", moves.status());
    assertEquals("WAITING", Payments.state(transaction, "PAID"));
    moves.to("FEE_CONFIRMED").expect(200);
    assertEquals("PAID", moves.status());
    assertEquals("ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED PAID", moves.history());
  }
}
