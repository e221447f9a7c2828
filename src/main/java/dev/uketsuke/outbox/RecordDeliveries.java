package dev.uketsuke.outbox;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.outbox.Delivery.Result;
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
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;

/**
 * Records the outcomes of deliveries together with their effects.
 *
 * <p>Guarantee: an outcome and its effect are committed only while the lease is still that of the
 * attempt, so a message takes effect once, however many processes have tried it. If an outcome
 * cannot be recorded, the message is tried again with the same id.
 */
@Singleton
class RecordDeliveries {

  private static final Logger LOG = RelayWorker.LOG;

  /** The longest back-off of an unavailable destination, so that its recovery is noticed soon. */
  private static final Duration LONGEST_PROBE_PAUSE = Duration.ofSeconds(30);

  private static final int MAX_ERROR = 500;

  private final Transactions transactions;
  private final OutboxClaims claims;
  private final DestinationState state;
  private final RetryPolicy policy;
  private final RetryPolicy probes;
  private final MeterRegistry metrics;

  RecordDeliveries(
      Transactions transactions,
      OutboxClaims claims,
      DestinationState state,
      RelaySettings settings,
      MeterRegistry metrics) {
    this.transactions = transactions;
    this.claims = claims;
    this.state = state;
    this.policy = new RetryPolicy(settings.attempts(), settings.backOff(), settings.backOffMost());
    this.probes = policy.atMost(LONGEST_PROBE_PAUSE);
    this.metrics = metrics;
  }

  /**
   * Records one batch in one transaction. If that fails, all its messages are recorded as failed.
   *
   * @param failures the number of failures of the destination in a row before this batch
   * @throws RuntimeException if nothing could be recorded; the messages are tried again when their
   *     lease ends
   */
  void record(
      String destination,
      UUID lease,
      int failures,
      List<OutboxMessage> messages,
      List<Delivery> deliveries,
      RelayRun run) {
    Batch batch = new Batch(destination, lease, failures, messages, decided(messages, deliveries));
    try {
      tell(batch, write(batch), run);
    } catch (RuntimeException e) {
      LOG.errorf(e, "The results of deliveries to %s could not be recorded", destination);
      Delivery failed = Delivery.failed("The result could not be recorded.");
      Batch retry = batch.with(decided(messages, Collections.nCopies(messages.size(), failed)));
      tell(retry, write(retry), run);
      run.failed(e);
    }
  }

  private record Batch(
      String destination,
      UUID lease,
      int failures,
      List<OutboxMessage> messages,
      List<Delivery> deliveries) {

    Batch with(List<Delivery> others) {
      return new Batch(destination, lease, failures, messages, others);
    }
  }

  /** Returns the deliveries, with "refused" in place of a failure that used up the last attempt. */
  private List<Delivery> decided(List<OutboxMessage> messages, List<Delivery> deliveries) {
    List<Delivery> decided = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      Delivery delivery = deliveries.get(i);
      boolean last =
          delivery.result() == Result.FAILED && policy.isExhausted(messages.get(i).attempts());
      decided.add(last ? Delivery.refused(delivery.reason()) : delivery);
    }
    return decided;
  }

  /** Returns what was recorded for each message; empty if another claim has taken the message. */
  private List<Optional<Delivery>> write(Batch batch) {
    return transactions.run(
        connection -> {
          Set<UUID> sent = claims.sent(connection, withoutEffect(batch), batch.lease());
          List<Optional<Delivery>> written = new ArrayList<>();
          List<String> closed = new ArrayList<>();
          for (int i = 0; i < batch.messages().size(); i++) {
            OutboxMessage message = batch.messages().get(i);
            Delivery delivery = batch.deliveries().get(i);
            boolean mine =
                delivery.isSentWithoutEffect()
                    ? sent.contains(message.id())
                    : mark(connection, batch, message, delivery);
            written.add(
                mine ? Optional.of(apply(connection, message, delivery)) : Optional.empty());
            if (mine && delivery.result().closes()) {
              closed.add(message.aggregateId());
            }
          }
          if (!closed.isEmpty()) {
            claims.next(connection, batch.destination(), closed);
          }
          noteDestination(connection, batch, written);
          return written;
        });
  }

  private static List<UUID> withoutEffect(Batch batch) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < batch.messages().size(); i++) {
      if (batch.deliveries().get(i).isSentWithoutEffect()) {
        ids.add(batch.messages().get(i).id());
      }
    }
    return ids;
  }

  private boolean mark(Connection connection, Batch batch, OutboxMessage message, Delivery delivery)
      throws SQLException {
    UUID id = message.id();
    UUID lease = batch.lease();
    String error = shortened(delivery.reason());
    return switch (delivery.result()) {
      case SENT -> claims.sent(connection, List.of(id), lease).contains(id);
      case DROPPED -> claims.dropped(connection, id, lease, error);
      case FAILED ->
          claims.failed(connection, id, lease, error, pause(policy, message.attempts(), delivery));
      case REFUSED -> claims.park(connection, id, lease, error);
      case POSTPONED ->
          claims.unavailable(connection, id, lease, error, delivery.retryAfter(), false);
      case UNAVAILABLE -> {
        // If the destination was available before, perhaps only this message cannot be sent, so it
        // gets a growing pause of its own.
        boolean deferred = batch.failures() == 0;
        Duration pause =
            deferred
                ? pause(policy, message.deferrals() + 1, delivery)
                : RetryPolicy.granted(delivery.retryAfter());
        yield claims.unavailable(connection, id, lease, error, pause, deferred);
      }
    };
  }

  private Delivery apply(Connection connection, OutboxMessage message, Delivery delivery)
      throws SQLException {
    Optional<String> remark = delivery.effect().apply(connection);
    if (remark.isPresent()) {
      claims.remark(connection, message.id(), shortened(remark.get()));
    }
    return remark.map(delivery::remarked).orElse(delivery);
  }

  /** Records the state of the destination, from results that were recorded; others are outdated. */
  private void noteDestination(Connection connection, Batch batch, List<Optional<Delivery>> written)
      throws SQLException {
    List<Delivery> mine = written.stream().flatMap(Optional::stream).toList();
    Optional<Delivery> trouble =
        mine.stream().filter(each -> each.result() == Result.UNAVAILABLE).findFirst();
    if (trouble.isPresent()) {
      int failures = batch.failures() + 1;
      Duration pause = pause(probes, failures, trouble.get());
      String reason = shortened(trouble.get().reason());
      state.unavailable(connection, batch.destination(), failures, pause, reason);
    } else if (batch.failures() > 0 && !mine.isEmpty()) {
      state.available(connection, batch.destination());
    }
  }

  private static Duration pause(RetryPolicy policy, int made, Delivery delivery) {
    return policy.delay(made, delivery.retryAfter(), ThreadLocalRandom.current()::nextLong);
  }

  private static String shortened(String reason) {
    return reason == null || reason.length() <= MAX_ERROR ? reason : reason.substring(0, MAX_ERROR);
  }

  private void tell(Batch batch, List<Optional<Delivery>> written, RelayRun run) {
    boolean away = false;
    for (int i = 0; i < written.size(); i++) {
      Optional<Delivery> mine = written.get(i);
      tell(batch.destination(), batch.messages().get(i), mine, run);
      if (mine.isPresent() && mine.get().result() == Result.UNAVAILABLE) {
        if (!away) {
          LOG.warnf(
              "The destination %s is unavailable; its messages wait, and one is tried again after a"
                  + " pause: %s",
              batch.destination(), mine.get().reason());
        }
        away = true;
      }
    }
    if (away) {
      run.away();
    } else if (batch.failures() > 0 && written.stream().anyMatch(Optional::isPresent)) {
      LOG.infof("The destination %s is available again", batch.destination());
    }
  }

  private void tell(
      String destination, OutboxMessage message, Optional<Delivery> mine, RelayRun run) {
    String outcome =
        mine.map(delivery -> delivery.result().name().toLowerCase(Locale.ROOT)).orElse("late");
    metrics
        .counter("uketsuke.outbox.deliveries", "destination", destination, "outcome", outcome)
        .increment();
    run.count(outcome.equals("refused") ? "parked" : outcome, 1);
    LOG.logf(
        mine.map(RecordDeliveries::level).orElse(Logger.Level.INFO),
        "Message %s %s application=%s type=%s attempt=%d%s",
        message.id(),
        outcome,
        message.aggregateId(),
        message.type(),
        message.attempts(),
        mine.map(Delivery::reason).map(reason -> ": " + reason).orElse(""));
  }

  private static Logger.Level level(Delivery delivery) {
    return switch (delivery.result()) {
      case SENT -> delivery.reason() == null ? Logger.Level.INFO : Logger.Level.WARN;
      case DROPPED, FAILED -> Logger.Level.INFO;
      case REFUSED -> Logger.Level.WARN;
      case UNAVAILABLE, POSTPONED -> Logger.Level.DEBUG;
    };
  }
}
