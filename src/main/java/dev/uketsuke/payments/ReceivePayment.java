package dev.uketsuke.payments;

import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Records a payment event, and applies it if the application allows it.
 *
 * <p>Guarantee: when the method returns, the event and its consequences are committed in one
 * transaction. When it throws, nothing is recorded, and a repetition is handled like the first
 * callback (P9). A payment is therefore neither lost nor applied twice.
 */
@Singleton
class ReceivePayment {

  private static final Logger LOG = Logger.getLogger(ReceivePayment.class);

  private final Transactions transactions;
  private final PaymentTable table;
  private final ContradictionTable contradictions;
  private final MatchPayments matchPayments;
  private final Map<CallbackOutcome, Counter> counters = new EnumMap<>(CallbackOutcome.class);

  ReceivePayment(
      Transactions transactions,
      PaymentTable table,
      ContradictionTable contradictions,
      MatchPayments matchPayments,
      MeterRegistry metrics) {
    this.transactions = transactions;
    this.table = table;
    this.contradictions = contradictions;
    this.matchPayments = matchPayments;
    for (CallbackOutcome outcome : CallbackOutcome.values()) {
      counters.put(
          outcome,
          Counter.builder("uketsuke.payments.callbacks")
              .description("Payment callbacks with a valid signature, by outcome")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  private record Recorded(CallbackOutcome outcome, PaymentRecord payment) {}

  /**
   * Records an event, applies it if possible, and returns the outcome.
   *
   * @throws dev.uketsuke.database.DatabaseException if the event was not recorded, or the outcome
   *     is unknown; the provider then has to send the callback again
   */
  CallbackOutcome receive(PaymentEvent event) {
    Recorded recorded = transactions.run(connection -> record(connection, event));
    CallbackOutcome outcome = recorded.outcome();
    PaymentRecord payment = recorded.payment();
    counters.get(outcome).increment();
    LOG.infof(
        "Payment event %s application=%s payment=%s type=%s state=%s",
        outcome, payment.applicationId(), payment.id(), payment.type(), payment.state());
    if (outcome == CallbackOutcome.CONFLICT) {
      LOG.warnf(
          "The payment provider contradicts itself: a callback for application=%s differs from"
              + " payment=%s. The first content counts; the other one is listed by GET"
              + " /v1/payments?reason=CONTRADICTS_EARLIER. Ask the provider which content is right, then"
              + " settle the contradiction with a note.",
          payment.applicationId(), payment.id());
    }
    return outcome;
  }

  private Recorded record(Connection connection, PaymentEvent event) throws SQLException {
    table.lock(connection, event.transactionId());
    boolean isNew = table.insert(connection, event);
    PaymentRecord first = found(connection, event);
    if (!event.repeats(first)) {
      contradictions.keep(connection, first, event);
      return new Recorded(CallbackOutcome.CONFLICT, first);
    }
    if (isNew && event.type() == PaymentType.PAID) {
      table.refuseMisdirected(connection, event);
    }
    // This is done for a duplicate, too, because an unknown application may exist by now.
    matchPayments.moved(connection, event.applicationId());
    return new Recorded(
        isNew ? CallbackOutcome.RECORDED : CallbackOutcome.DUPLICATE, found(connection, event));
  }

  private PaymentRecord found(Connection connection, PaymentEvent event) throws SQLException {
    return table
        .find(connection, event.transactionId(), event.type())
        .orElseThrow(
            () -> new IllegalStateException("A payment event was deleted, which never happens."));
  }
}
