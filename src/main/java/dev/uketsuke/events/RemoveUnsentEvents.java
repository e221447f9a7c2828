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
 * Removes events that have waited for {@code UKETSUKE_OUTBOX_RETENTION} and that our relay is not
 * to publish (contract §3.7).
 *
 * <p>Guarantee: the mode of the installation decides, not the configuration of this process. In
 * mode {@code kafka} no event is removed, however long the broker is unavailable. In mode {@code
 * cdc} the database's log keeps each event until the replication slot has passed it, so rows are
 * removed only while there is such a slot. Waybill orders are never removed.
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

  /**
   * Checks whether events may be removed. An installation without a stored mode has never had a
   * broker, so its events may be removed.
   */
  private static boolean mayRemove(
      Connection connection, Optional<Agreement> agreement, Instant before) throws SQLException {
    if (agreement.isEmpty()) {
      return true;
    }
    return switch (agreement.get().mode()) {
      case KAFKA -> false;
      case CDC -> isCaptured(connection);
      // Nothing is removed for the length of the retention after events were switched off, so that
      // an operator has time to notice a mistake.
      case OFF -> !agreement.get().since().isAfter(before);
    };
  }

  private static boolean isCaptured(Connection connection) throws SQLException {
    return Sql.exists(connection, CAPTURED);
  }
}
