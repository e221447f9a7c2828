package dev.uketsuke.payments;

import static dev.uketsuke.support.PaymentProvider.event;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** kill -9 between a delivery and its commit, and start again. */
class PaymentHardStopIT {

  @BeforeAll
  static void freshDatabase() {
    TestDatabase.create();
  }

  @Test
  void paymentInTheMiddleOfItsTransactionIsAppliedOnceByTheRedelivery() throws Exception {
    var transaction = newTransaction();
    final Moves moves;
    final String paid;
    try (var service = PackagedService.start()) {
      var owner = Api.at(service.uri(), Tokens.applicant());
      var id = owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId();
      moves = new Moves(owner, Api.at(service.uri(), Tokens.staff()), id).feeConfirmed();
      paid = event(transaction, id, "PAID");

      Tricks.slowCommit("payment", "transaction_id", transaction, Duration.ofSeconds(3))
          .during(
              () -> {
                Concurrently.start(i -> PaymentProvider.to(service.uri()).send(paid));
                Tricks.awaitSlowWriter();
                service.kill();
              });
    }

    try (var service = PackagedService.start()) {
      var provider = PaymentProvider.to(service.uri());
      Until.holds("the redelivery is taken", () -> provider.send(paid).status() == 204);
      provider.send(paid).expect(204);

      assertEquals("APPLIED", Payments.state(transaction, "PAID"));
      assertEquals("PAID", moves.at(service.uri()).status());
      assertEquals("ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED PAID", moves.history());
      assertEquals(5, moves.outbox().split(" ").length);
    }
  }
}
