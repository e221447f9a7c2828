package dev.uketsuke.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.applications.Money;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A decision that a rival has overtaken is not written. */
@QuarkusTest
@RealParts
class PaymentTableTest {

  @Inject PaymentTable table;
  @Inject Transactions transactions;

  private final String transaction = PaymentProvider.newTransaction();

  @Test
  void misdirectedRefundDoesNotReturnToWaiting() {
    var refund = recorded(PaymentType.REFUNDED);
    // A move of the application reads the refund, and then its payment arrives for another one.
    written(c -> table.decide(c, refund, Decision.unmatched(UnmatchedReason.APPLICATION_UNKNOWN)));
    var unknown = read();
    written(c -> table.decide(c, unknown, Decision.WAITING));
    transactions.run(
        c -> {
          table.refuseMisdirected(c, event(PaymentType.PAID));
          return null;
        });

    assertFalse(written(c -> table.decide(c, unknown, Decision.WAITING)));

    assertEquals("UNMATCHED APPLICATION_DIFFERS", Payments.state(transaction, "REFUNDED"));
  }

  @Test
  void whatAPersonSettledStaysSettled() {
    var paid = recorded(PaymentType.PAID);
    written(c -> table.settle(c, paid.id(), "Sent back."));

    assertFalse(written(c -> table.decide(c, paid, Decision.APPLIED)));
    assertFalse(written(c -> table.settle(c, paid.id(), "Kept.")));

    assertEquals("SETTLED", Payments.state(transaction, "PAID"));
  }

  @Test
  void whatHasTakenEffectIsNotSettled() {
    var paid = recorded(PaymentType.PAID);
    assertTrue(written(c -> table.decide(c, paid, Decision.APPLIED)));

    assertFalse(written(c -> table.settle(c, paid.id(), "Sent back.")));
    assertFalse(
        written(c -> table.decide(c, paid, Decision.unmatched(UnmatchedReason.ALREADY_PAID))));

    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
  }

  @Test
  void listForStaffIsReadByItsIndexes() {
    for (var filter : List.of("", "state = 'UNMATCHED' AND ", "reason = 'ALREADY_PAID' AND ")) {
      var plan =
          transactions.run(
              c -> {
                // With few rows a sort is cheap, so the planner is asked for the way of many rows.
                for (var way : List.of("seqscan", "sort", "bitmapscan")) {
                  Sql.update(c, "SET LOCAL enable_" + way + " = off");
                }
                return String.join(
                    "\n",
                    Sql.query(
                        c,
                        "EXPLAIN SELECT * FROM payment_record WHERE "
                            + filter
                            + "id < 'ffffffff-ffff-ffff-ffff-ffffffffffff' ORDER BY id DESC LIMIT 21",
                        row -> row.getString(1)));
              });
      assertFalse(plan.contains("Sort") && !plan.contains("Merge Append"), plan);
      assertFalse(plan.contains("->  Sort") || plan.contains("Seq Scan"), plan);
    }
  }

  private PaymentRecord recorded(PaymentType type) {
    assertTrue(written(c -> table.insert(c, event(type))));
    return transactions.run(c -> table.find(c, transaction, type)).orElseThrow();
  }

  private PaymentRecord read() {
    return transactions.run(c -> table.find(c, transaction, PaymentType.REFUNDED)).orElseThrow();
  }

  private PaymentEvent event(PaymentType type) {
    return new PaymentEvent(
        transaction, UUID.randomUUID(), type, new Money("12.50", "AUD"), Instant.EPOCH);
  }

  private boolean written(Transactions.Work<Boolean> work) {
    return transactions.run(work);
  }
}
