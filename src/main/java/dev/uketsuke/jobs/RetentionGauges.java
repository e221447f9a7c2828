package dev.uketsuke.jobs;

import dev.uketsuke.database.GaugeQuery;
import dev.uketsuke.jobs.RetentionStep.Oldest;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;

/**
 * Shows for each kind of row how far the job {@code retention} is behind. All instances report the
 * same value from the database, so a dashboard has to take their maximum and not their sum.
 */
@Singleton
class RetentionGauges implements MeterBinder {

  private final List<RetentionStep> steps;
  private final GaugeQuery query;

  RetentionGauges(@All List<RetentionStep> steps, GaugeQuery query) {
    this.steps = steps;
    this.query = query;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (RetentionStep step : steps) {
      step.oldest().ifPresent(oldest -> bind(registry, step.name(), oldest));
    }
  }

  private void bind(MeterRegistry registry, String step, Oldest oldest) {
    String sql =
        String.format(
            Locale.ROOT,
            """
        SELECT coalesce(greatest(extract(epoch FROM now() - make_interval(secs => ?::float8)
          - (SELECT %2$s FROM %1$s WHERE %3$s ORDER BY %2$s LIMIT 1)), 0), 0)""",
            oldest.table(),
            oldest.age(),
            oldest.condition());
    String retention = Long.toString(oldest.retention().toSeconds());
    Gauge.builder("uketsuke.retention.overdue.seconds", () -> query.value(sql, retention))
        .description("For how long the oldest row has been due; 0 if none is due")
        .tag("step", step)
        .register(registry);
  }
}
