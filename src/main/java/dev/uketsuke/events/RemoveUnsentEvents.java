package dev.uketsuke.events;

import dev.uketsuke.jobs.Removal;
import dev.uketsuke.jobs.RetentionStep;
import dev.uketsuke.outbox.OutboxSettings;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Removes events that have waited too long where nothing takes them from here, contract §3.7:
 * without a broker, or with change data capture in our relay's place.
 *
 * <p>Guarantee: only there. While a configured broker is away, however long, nothing is removed;
 * orders to the carrier never are.
 */
@Singleton
public class RemoveUnsentEvents implements RetentionStep {

  private final KafkaEvents events;
  private final OutboxSettings settings;

  RemoveUnsentEvents(KafkaEvents events, OutboxSettings settings) {
    this.events = events;
    this.settings = settings;
  }

  @Override
  public String name() {
    return "eventsUnsentRemoved";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    return events.isConfigured()
        ? 0
        : Removal.run(
            connection,
            "outbox",
            "next_attempt_at",
            "aggregatetype = '"
                + events.aggregateType()
                + "' AND sent_at IS NULL AND parked_at IS NULL",
            new Removal.Due(now, settings.retention(), limit));
  }
}
