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
 * Records what the provider reports, and applies it if it can be applied.
 *
 * <p>Guarantee: when this returns, the event and all that followed from it are committed, in one
 * transaction; when it throws, nothing is remembered and the redelivery is treated as the first
 * (P9). Rules out both a payment lost because it had been marked as seen, and one booked twice.
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
              .description("Payment callbacks with a valid signature, by what became of them")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  private record Done(CallbackOutcome outcome, PaymentRecord payment) {}

  /**
   * Records an event, and whatever follows from it.
   *
   * @return what became of it
   * @throws dev.uketsuke.database.DatabaseException if it could not be recorded, or the outcome is
   *     unknown; the provider has to send again
   */
  CallbackOutcome receive(PaymentEvent event) {
    Done done = transactions.run(connection -> record(connection, event));
    PaymentRecord payment = done.payment();
    counters.get(done.outcome()).increment();
    LOG.infof(
        "payment %s application=%s payment=%s type=%s state=%s",
        done.outcome(), payment.applicationId(), payment.id(), payment.type(), payment.state());
    if (done.outcome() == CallbackOutcome.CONFLICT) {
      LOG.warnf(
          "The payment provider contradicts itself: a callback for application=%s differs from"
              + " payment=%s. The first content counts; the other one is listed by GET"
              + " /v1/payments?reason=CONTRADICTS_EARLIER. Ask the provider which is true, then"
              + " settle it with a note.",
          payment.applicationId(), payment.id());
    }
    return done.outcome();
  }

  private Done record(Connection connection, PaymentEvent event) throws SQLException {
    table.lock(connection, event.transactionId());
    boolean isNew = table.insert(connection, event);
    PaymentRecord first = found(connection, event);
    if (!event.repeats(first)) {
      contradictions.keep(connection, first, event);
      return new Done(CallbackOutcome.CONFLICT, first);
    }
    if (isNew && event.type() == PaymentType.PAID) {
      table.refuseMisdirected(connection, event);
    }
    // Also for a duplicate, because an application that was unknown may have appeared since.
    matchPayments.moved(connection, event.applicationId());
    return new Done(
        isNew ? CallbackOutcome.RECORDED : CallbackOutcome.DUPLICATE, found(connection, event));
  }

  private PaymentRecord found(Connection connection, PaymentEvent event) throws SQLException {
    return table
        .find(connection, event.transactionId(), event.type())
        .orElseThrow(() -> new IllegalStateException("payments are never deleted"));
  }
}
