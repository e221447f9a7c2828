package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.database.GaugeQuery;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import java.util.Locale;

/**
 * Shows in metrics for how long the application that has waited longest stands in each status that
 * is not final. All instances report the same values from the database, so a dashboard has to take
 * their maximum and not their sum.
 */
@Singleton
class ApplicationGauges implements MeterBinder {

  /**
   * Reads one entry of an index. The index of acceptance serves ACCEPTED, because an application
   * comes to that status when it is accepted; the index of changes leaves most of those out.
   */
  private static final String OLDEST =
      """
      SELECT coalesce((SELECT extract(epoch FROM now() - %1$s) FROM shipping_application
        WHERE status = ? AND archived_at IS NULL%2$s ORDER BY %1$s LIMIT 1), 0)""";

  private final GaugeQuery query;

  ApplicationGauges(GaugeQuery query) {
    this.query = query;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (ApplicationStatus status : ApplicationStatus.values()) {
      if (!status.next().isEmpty()) {
        String sql = sql(status);
        Gauge.builder("uketsuke.applications.oldest.seconds", () -> query.value(sql, status.name()))
            .description(
                "For how long the application that has waited longest in this status is unchanged")
            .tag("status", status.name().toLowerCase(Locale.ROOT))
            .register(registry);
      }
    }
  }

  private static String sql(ApplicationStatus status) {
    return status == ApplicationStatus.ACCEPTED
        ? String.format(Locale.ROOT, OLDEST, "accepted_at", "")
        : String.format(
            Locale.ROOT,
            OLDEST,
            "updated_at",
            " AND (status <> 'ACCEPTED' OR updated_at <> accepted_at)");
  }
}
