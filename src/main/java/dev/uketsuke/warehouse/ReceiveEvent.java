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
 * Receives one event of the warehouse, from HTTP or Kafka, and applies it if the application allows
 * it.
 *
 * <p>Guarantee: when the method returns, the event and its consequences are committed in one
 * transaction. When it throws, nothing is recorded, and the event is new when it comes again (P9).
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
              .description("Received events by outcome")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  /**
   * Receives an event and returns the outcome.
   *
   * @throws dev.uketsuke.database.DatabaseException if the event was not received, or the outcome
   *     is unknown; the sender then has to send it again
   */
  EventOutcome receive(WarehouseEvent event) {
    EventOutcome outcome = transactions.run(connection -> receive(connection, event));
    counters.get(outcome).increment();
    LOG.logf(
        outcome == EventOutcome.PARKED ? Logger.Level.WARN : Logger.Level.INFO,
        "Event %s application=%s type=%s",
        outcome,
        event.applicationId(),
        event.kind().type());
    return outcome;
  }

  /**
   * Keeps an event whose application cannot be locked at the moment; the job {@code inbox} applies
   * it later.
   *
   * @throws dev.uketsuke.database.DatabaseException if the event is not kept, or the outcome is
   *     unknown
   */
  void keep(WarehouseEvent event) {
    Inbox.Reception reception = transactions.run(c -> inbox.keep(c, event.message()));
    counters.get(EventOutcome.WAITING).increment();
    LOG.warnf(
        "Event kept to be tried again application=%s type=%s %s",
        event.applicationId(), event.kind().type(), reception);
  }

  /** Checks whether another attempt is planned for an earlier event of the application. */
  boolean isDeferred(WarehouseEvent event) {
    return transactions.run(connection -> inbox.isDeferred(connection, event.applicationId()));
  }

  /**
   * Applies the events that are kept for an application.
   *
   * @throws dev.uketsuke.database.DatabaseException if the application cannot be locked; the
   *     planned attempts remain
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
        match(connection, event); // An unknown application may exist by now.
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

  /**
   * Locks the application and applies its open events. Because of the lock either this transaction
   * sees a concurrent move, or that move's transaction sees the event.
   */
  private void match(Connection connection, WarehouseEvent event) throws SQLException {
    applications.lock(connection, event.applicationId());
    matchEvents.moved(connection, event.applicationId());
  }
}
