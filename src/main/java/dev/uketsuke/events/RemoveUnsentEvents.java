package dev.uketsuke.events;

import dev.uketsuke.database.Sql;
import dev.uketsuke.events.AgreedEvents.Agreement;
import dev.uketsuke.jobs.RetentionStep;
import dev.uketsuke.outbox.OutboxSettings;
import dev.uketsuke.outbox.RemoveUnsentMessages;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Removes events that have waited too long and that our relay is not to publish, contract §3.7.
 *
 * <p>Guarantee: what the installation has agreed on decides, not how this process is configured.
 * While it wants events from our relay none is removed, however long the broker is away. With
 * change data capture the database's log holds each event until the replication slot has passed it,
 * so rows are removed only while there is such a slot. Orders to the carrier are never removed.
 */
@Singleton
public class RemoveUnsentEvents implements RetentionStep {

  private static final String CAPTURED =
      """
      SELECT 1 FROM pg_replication_slots
      WHERE slot_type = 'logical' AND database = current_database()""";

  private final AgreedEvents agreed;
  private final KafkaEvents events;
  private final RemoveUnsentMessages removeUnsentMessages;
  private final OutboxSettings settings;

  RemoveUnsentEvents(
      AgreedEvents agreed,
      KafkaEvents events,
      RemoveUnsentMessages removeUnsentMessages,
      OutboxSettings settings) {
    this.agreed = agreed;
    this.events = events;
    this.removeUnsentMessages = removeUnsentMessages;
    this.settings = settings;
  }

  @Override
  public String name() {
    return "eventsUnsentRemoved";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    Instant before = now.minus(settings.retention());
    return mayRemove(connection, agreed.agreement(connection), before)
        ? removeUnsentMessages.remove(connection, events.aggregateType(), before, limit)
        : 0;
  }

  /** An installation where nobody has ever said whether it wants events has never had a broker. */
  private static boolean mayRemove(
      Connection connection, Optional<Agreement> agreement, Instant before) throws SQLException {
    if (agreement.isEmpty()) {
      return true;
    }
    return switch (agreement.get().mode()) {
      case KAFKA -> false;
      case CDC -> isCaptured(connection);
      // Whoever turned events off by mistake has as much time to notice as an event has to wait.
      case OFF -> !agreement.get().since().isAfter(before);
    };
  }

  private static boolean isCaptured(Connection connection) throws SQLException {
    return Sql.exists(connection, CAPTURED);
  }
}
