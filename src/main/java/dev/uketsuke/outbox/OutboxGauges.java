package dev.uketsuke.outbox;

import dev.uketsuke.database.GaugeQuery;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Shows in metrics how many messages wait in the outbox and for how long, how many are parked, and
 * for how long a destination has been unavailable. All instances report the same values from the
 * database, so a dashboard has to take their maximum and not their sum.
 */
@Singleton
class OutboxGauges implements MeterBinder {

  /** The number at which counting stops, so that a gauge stays cheap. */
  private static final int BOUND = 100_000;

  private static final String OPEN =
      " FROM outbox WHERE aggregatetype = ? AND sent_at IS NULL AND parked_at IS NULL";

  private static final String PENDING =
      "SELECT count(*) FROM (SELECT 1" + OPEN + " LIMIT " + BOUND + ") open";

  private static final String PARKED =
      "SELECT count(*) FROM outbox WHERE aggregatetype = ? AND parked_at IS NOT NULL";

  /** Reads heads only, because the oldest message of an application is its head. */
  private static final String OLDEST =
      "SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM (SELECT created_at"
          + OPEN
          + " AND head ORDER BY next_attempt_at LIMIT "
          + BOUND
          + ") open";

  private static final String UNAVAILABLE =
      "SELECT coalesce(max(extract(epoch FROM now() - unavailable_since)), 0)"
          + " FROM relay_destination WHERE name = ?";

  private final List<Destination> destinations;
  private final GaugeQuery query;

  OutboxGauges(@All List<Destination> destinations, GaugeQuery query) {
    this.destinations = destinations;
    this.query = query;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Destination each : destinations) {
      String type = each.aggregateType();
      gauge(registry, "uketsuke.outbox.pending", type, PENDING, "Messages not sent yet");
      gauge(
          registry,
          "uketsuke.outbox.parked",
          type,
          PARKED,
          "Messages that a person has to look at");
      gauge(
          registry,
          "uketsuke.outbox.oldest.seconds",
          type,
          OLDEST,
          "Age of the oldest unsent message");
      gauge(
          registry,
          "uketsuke.outbox.unavailable.seconds",
          type,
          UNAVAILABLE,
          "For how long the destination has been unavailable; 0 while it is available");
    }
  }

  private void gauge(
      MeterRegistry registry, String name, String type, String sql, String description) {
    Gauge.builder(name, () -> query.value(sql, type))
        .description(description)
        .tag("destination", type)
        .register(registry);
  }
}
