package dev.uketsuke.warehouse;

import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.inbox.Inbox;
import dev.uketsuke.inbox.InboxMessage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Takes one event of the warehouse, whichever door it came through.
 *
 * <p>Guarantee: when this returns, the event and all that followed from it are committed, in one
 * transaction; when it throws, nothing is remembered, and the redelivery is treated as the first
 * (P9).
 */
@Singleton
class ReceiveEvent {

  private static final Logger LOG = Logger.getLogger(ReceiveEvent.class);

  private final Transactions transactions;
  private final Inbox inbox;
  private final Applications applications;
  private final MatchEvents matchEvents;
  private final Map<EventOutcome, Counter> counters = new EnumMap<>(EventOutcome.class);

  ReceiveEvent(
      Transactions transactions,
      Inbox inbox,
      Applications applications,
      MatchEvents matchEvents,
      MeterRegistry metrics) {
    this.transactions = transactions;
    this.inbox = inbox;
    this.applications = applications;
    this.matchEvents = matchEvents;
    for (EventOutcome outcome : EventOutcome.values()) {
      counters.put(
          outcome,
          Counter.builder("uketsuke.inbox.messages")
              .description("Events received, by what became of the delivery")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  /**
   * Receives.
   *
   * @return what became of the delivery
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows; the
   *     sender has to send again
   */
  EventOutcome receive(WarehouseEvent event) {
    EventOutcome outcome = transactions.run(connection -> receive(connection, event));
    counters.get(outcome).increment();
    LOG.logf(
        outcome == EventOutcome.PARKED ? Logger.Level.WARN : Logger.Level.INFO,
        "event %s application=%s type=%s",
        outcome,
        event.applicationId(),
        event.kind().type());
    return outcome;
  }

  /**
   * Keeps an event that cannot be applied at the moment; the job {@code inbox} applies it later.
   *
   * @throws dev.uketsuke.database.DatabaseException if it is not kept, or the outcome is unknown
   */
  void keep(WarehouseEvent event) {
    Inbox.Receipt receipt = transactions.run(c -> inbox.keep(c, event.message()));
    counters.get(EventOutcome.WAITING).increment();
    LOG.warnf(
        "event kept to be tried again application=%s type=%s %s",
        event.applicationId(), event.kind().type(), receipt);
  }

  /** Checks whether an earlier event of the application is kept to be tried again. */
  boolean isDeferred(WarehouseEvent event) {
    return transactions.run(connection -> inbox.isDeferred(connection, event.applicationId()));
  }

  /**
   * Tries again what is kept for an application.
   *
   * @throws dev.uketsuke.database.DatabaseException if the application cannot be had; what is kept
   *     stays planned
   */
  void retry(UUID applicationId) {
    transactions.run(
        connection -> {
          applications.lock(connection, applicationId);
          matchEvents.moved(connection, applicationId);
          return null;
        });
  }

  private EventOutcome receive(Connection connection, WarehouseEvent event) throws SQLException {
    InboxMessage message = event.message();
    return switch (inbox.receive(connection, message)) {
      case CONTRADICTION -> EventOutcome.PARKED;
      case DUPLICATE -> {
        match(connection, event); // What was unknown at first may have appeared since.
        yield EventOutcome.DUPLICATE;
      }
      case NEW -> {
        match(connection, event);
        yield switch (inbox.state(connection, message)) {
          case APPLIED -> EventOutcome.APPLIED;
          case WAITING -> EventOutcome.WAITING;
          case PARKED, SETTLED -> EventOutcome.PARKED;
        };
      }
    };
  }

  /** Locked first: either we see a move made meanwhile, or that move sees the event. */
  private void match(Connection connection, WarehouseEvent event) throws SQLException {
    applications.lock(connection, event.applicationId());
    matchEvents.moved(connection, event.applicationId());
  }
}
