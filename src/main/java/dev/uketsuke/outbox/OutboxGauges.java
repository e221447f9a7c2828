package dev.uketsuke.outbox;

import dev.uketsuke.database.Figure;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;

/** Shows what waits in the outbox: how much, for how long, and what a person has to look at. */
@Singleton
class OutboxGauges implements MeterBinder {

  /** Counting stops there: more is too many, whatever the number. */
  private static final int BOUND = 100_000;

  private static final String OPEN =
      " FROM outbox WHERE aggregatetype = ? AND sent_at IS NULL AND parked_at IS NULL";

  private static final String PENDING =
      "SELECT count(*) FROM (SELECT 1" + OPEN + " LIMIT " + BOUND + ") open";

  private static final String PARKED =
      "SELECT count(*) FROM outbox WHERE aggregatetype = ? AND parked_at IS NOT NULL";

  private static final String OLDEST =
      "SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM (SELECT created_at"
          + OPEN
          + " ORDER BY next_attempt_at LIMIT "
          + BOUND
          + ") open";

  private final List<Destination> destinations;
  private final Figure figure;

  OutboxGauges(@All List<Destination> destinations, Figure figure) {
    this.destinations = destinations;
    this.figure = figure;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Destination each : destinations) {
      String type = each.aggregateType();
      gauge(registry, "uketsuke.outbox.pending", type, PENDING, "Messages not sent yet");
      gauge(registry, "uketsuke.outbox.parked", type, PARKED, "Messages given up, for a person");
      gauge(registry, "uketsuke.outbox.oldest.seconds", type, OLDEST, "Age of the oldest unsent");
    }
  }

  private void gauge(
      MeterRegistry registry, String name, String type, String sql, String description) {
    Gauge.builder(name, () -> figure.of(sql, type))
        .description(description)
        .tag("destination", type)
        .register(registry);
  }
}
