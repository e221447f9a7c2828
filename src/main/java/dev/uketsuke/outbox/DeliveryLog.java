package dev.uketsuke.outbox;

import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;

/**
 * Writes down what became of attempts, together with what follows from them.
 *
 * <p>Guarantee: a result, and its effect, is committed only while the lease is the attempt's own,
 * so each takes effect once however many processes have tried. What cannot be written down is tried
 * again, with the same id.
 */
@Singleton
class DeliveryLog {

  static final Logger LOG = Logger.getLogger(DeliveryLog.class);

  /** A far side that is away is asked again soon: its own recovery is what delays us. */
  private static final int UNAVAILABLE_MILLIS = 3000;

  private static final int MAX_ERROR = 500;

  private final Transactions transactions;
  private final OutboxClaims claims;
  private final RetryPolicy policy;
  private final MeterRegistry metrics;

  DeliveryLog(
      Transactions transactions,
      OutboxClaims claims,
      RelaySettings settings,
      MeterRegistry metrics) {
    this.transactions = transactions;
    this.claims = claims;
    this.policy = new RetryPolicy(settings.attempts(), settings.backOff(), settings.backOffMost());
    this.metrics = metrics;
  }

  /** Writes down one batch in one transaction; if that fails, that it failed. */
  void record(
      String destination,
      UUID lease,
      List<OutboxMessage> messages,
      List<Delivery> deliveries,
      RelayRun run) {
    try {
      write(destination, lease, messages, decided(messages, deliveries), run);
    } catch (RuntimeException e) {
      LOG.errorf(e, "results of deliveries to %s could not be recorded", destination);
      Delivery retry = Delivery.failed("the result could not be recorded");
      List<Delivery> retries = Collections.nCopies(messages.size(), retry);
      write(destination, lease, messages, decided(messages, retries), run);
    }
  }

  /** Tells of those that were parked because no attempt lived to tell. */
  void exhausted(String destination, List<OutboxMessage> messages, RelayRun run) {
    Optional<Delivery> parked = Optional.of(Delivery.refused("its attempts are used up"));
    messages.forEach(message -> tell(destination, message, parked, run));
  }

  private void write(
      String destination,
      UUID lease,
      List<OutboxMessage> messages,
      List<Delivery> deliveries,
      RelayRun run) {
    List<Optional<Delivery>> mine =
        transactions.run(
            connection -> {
              List<Optional<Delivery>> written = new ArrayList<>();
              for (int i = 0; i < messages.size(); i++) {
                written.add(write(connection, lease, messages.get(i), deliveries.get(i)));
              }
              return written;
            });
    for (int i = 0; i < messages.size(); i++) {
      tell(destination, messages.get(i), mine.get(i), run);
    }
  }

  /** A failure that used up the last attempt parks the message. */
  private List<Delivery> decided(List<OutboxMessage> messages, List<Delivery> deliveries) {
    List<Delivery> decided = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      Delivery delivery = deliveries.get(i);
      boolean last =
          delivery.result() == Delivery.Result.FAILED
              && policy.isExhausted(messages.get(i).attempts());
      decided.add(last ? Delivery.refused(delivery.reason()) : delivery);
    }
    return decided;
  }

  /** What was written down; empty if the lease has gone to somebody else. */
  private Optional<Delivery> write(
      Connection connection, UUID lease, OutboxMessage message, Delivery delivery)
      throws SQLException {
    if (!mark(connection, lease, message, delivery)) {
      return Optional.empty();
    }
    Optional<String> remark = delivery.effect().apply(connection);
    if (remark.isPresent()) {
      claims.remark(connection, message.id(), shortened(remark.get()));
    }
    return Optional.of(remark.map(delivery::remarked).orElse(delivery));
  }

  private boolean mark(Connection connection, UUID lease, OutboxMessage message, Delivery delivery)
      throws SQLException {
    UUID id = message.id();
    String error = shortened(delivery.reason());
    return switch (delivery.result()) {
      case SENT -> claims.sent(connection, id, lease);
      case DROPPED -> claims.dropped(connection, id, lease, error);
      case FAILED -> claims.failed(connection, id, lease, error, pause(message, delivery));
      case REFUSED -> claims.park(connection, id, lease, error);
      case UNAVAILABLE -> claims.unavailable(connection, id, lease, error, shortPause(delivery));
    };
  }

  private Duration pause(OutboxMessage message, Delivery delivery) {
    return policy.delay(
        message.attempts(), delivery.retryAfter(), ThreadLocalRandom.current()::nextLong);
  }

  private static Duration shortPause(Delivery delivery) {
    return RetryPolicy.granted(delivery.retryAfter())
        .plusMillis(ThreadLocalRandom.current().nextLong(1, UNAVAILABLE_MILLIS));
  }

  private static String shortened(String reason) {
    return reason == null || reason.length() <= MAX_ERROR ? reason : reason.substring(0, MAX_ERROR);
  }

  private void tell(
      String destination, OutboxMessage message, Optional<Delivery> mine, RelayRun run) {
    String outcome =
        mine.map(delivery -> delivery.result().name().toLowerCase(Locale.ROOT)).orElse("late");
    metrics
        .counter("uketsuke.outbox.deliveries", "destination", destination, "outcome", outcome)
        .increment();
    mine.ifPresentOrElse(delivery -> run.count(delivery.result()), () -> run.count("late", 1));
    LOG.logf(
        mine.map(DeliveryLog::level).orElse(Logger.Level.INFO),
        "message %s %s application=%s type=%s attempt=%d%s",
        message.id(),
        outcome,
        message.aggregateId(),
        message.type(),
        message.attempts(),
        mine.map(Delivery::reason).map(reason -> ": " + reason).orElse(""));
  }

  /** A far side that is away is told of once for the run, by the job. */
  private static Logger.Level level(Delivery delivery) {
    return switch (delivery.result()) {
      case SENT -> delivery.reason() == null ? Logger.Level.INFO : Logger.Level.WARN;
      case DROPPED, FAILED -> Logger.Level.INFO;
      case REFUSED -> Logger.Level.WARN;
      case UNAVAILABLE -> Logger.Level.DEBUG;
    };
  }
}
