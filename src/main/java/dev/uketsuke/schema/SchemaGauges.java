package dev.uketsuke.schema;

import dev.uketsuke.database.GaugeQuery;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;

/**
 * Shows in metrics how many migrations the database has and how many this release knows, and which
 * release this is. While a new release rolls out, the database has more than the older instances
 * know.
 */
@Singleton
class SchemaGauges implements MeterBinder {

  /** The parameter is the version of a baseline, which is not a script. */
  private static final String APPLIED =
      "SELECT count(*) FROM flyway_schema_history"
          + " WHERE success AND version IS NOT NULL AND checksum IS NOT NULL AND version <> ?";

  private static final String BASELINE = "0";

  private final GaugeQuery query;
  private final Flyway flyway;
  private final String version;

  SchemaGauges(
      GaugeQuery query,
      Flyway flyway,
      @ConfigProperty(name = "quarkus.application.version") String version) {
    this.query = query;
    this.flyway = flyway;
    this.version = version;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("uketsuke.schema.migrations", () -> query.value(APPLIED, BASELINE))
        .description("Migrations of the schema: those in the database, and those of this release")
        .tag("of", "database")
        .register(registry);
    Gauge.builder(
            "uketsuke.schema.migrations",
            () -> Migration.countOfThisRelease(flyway.getConfiguration()))
        .description("Migrations of the schema: those in the database, and those of this release")
        .tag("of", "release")
        .register(registry);
    Gauge.builder("uketsuke.release", () -> 1)
        .description("Always 1; the label names the release that runs")
        .tag("version", version)
        .register(registry);
  }
}
