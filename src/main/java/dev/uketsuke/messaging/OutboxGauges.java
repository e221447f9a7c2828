package dev.uketsuke.messaging;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;

/**
 * Shows what waits in the outbox: how much, for how long, and what a person has to look at.
 *
 * <p>The database is asked each time, by an index and within bounds, so that all instances report
 * the same. While it cannot be asked there is no value rather than a wrong one.
 */
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
  private final Transactions transactions;

  OutboxGauges(@All List<Destination> destinations, Transactions transactions) {
    this.destinations = destinations;
    this.transactions = transactions;
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
    Gauge.builder(name, () -> ask(sql, type))
        .description(description)
        .tag("destination", type)
        .register(registry);
  }

  private double ask(String sql, String type) {
    try {
      return transactions.run(
          connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
              select.setString(1, type);
              try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getDouble(1);
              }
            }
          });
    } catch (DatabaseException unknown) {
      return Double.NaN;
    }
  }
}
