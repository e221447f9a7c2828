package dev.uketsuke.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.GaugeQuery;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables do not grow beyond what their retention allows, and what is overdue is shown. */
@QuarkusTest
@RealParts
class RetentionKeepsUpTest {

  /** Long before the rows of other tests, so that the runs here find those of this test alone. */
  private static final Instant BEGIN = Instant.parse("1995-01-01T00:00:00Z");

  private static final int RETENTION_HOURS = 7 * 24;

  /** Those of 1,500 submissions a second, one in ten thousand of them. */
  private static final int AN_HOUR = 1_500 * 3_600 / 10_000;

  @Inject RunRetention runRetention;
  @Inject GaugeQuery query;

  /** The day after the first rows have become due, hour by hour. */
  @Test
  void aDayInFastMotion() {
    fill(BEGIN, RETENTION_HOURS);
    assertEquals(RETENTION_HOURS * AN_HOUR, rows());
    for (int hour = RETENTION_HOURS; hour < RETENTION_HOURS + 24; hour++) {
      var now = BEGIN.plus(Duration.ofHours(hour));
      fill(now, 1);
      runToTheEnd(now);
      assertTrue(rows() <= (RETENTION_HOURS + 1) * AN_HOUR, () -> "rows: " + rows());
    }
    runToTheEnd(BEGIN.plus(Duration.ofHours(10L * RETENTION_HOURS)));
    assertEquals(0, rows());
  }

  /** The schedule goes on at once as well. */
  private void runToTheEnd(Instant now) {
    boolean finished = false;
    while (!finished) {
      finished = runRetention.runOnce(now).finished();
    }
  }

  @Test
  void whatIsOverdueIsShown() {
    var metrics = new SimpleMeterRegistry();
    new RetentionGauges(
            List.of(
                new RetentionStep() {
                  @Override
                  public String name() {
                    return "mine";
                  }

                  @Override
                  public int batch(java.sql.Connection connection, Instant now, int limit) {
                    return 0;
                  }

                  @Override
                  public java.util.Optional<Oldest> oldest() {
                    return java.util.Optional.of(
                        new Oldest(
                            "outbox", "sent_at", "account_id = 'overdue'", Duration.ofHours(1)));
                  }
                }),
            query)
        .bindTo(metrics);
    var gauge = metrics.get("uketsuke.retention.overdue.seconds").tag("step", "mine").gauge();

    assertEquals(0, gauge.value());
    row("now() - interval '30 minutes'");
    assertEquals(0, gauge.value());
    row("now() - interval '3 hours'");
    assertEquals(7_200, gauge.value(), 60);
    TestDatabase.execute("DELETE FROM outbox WHERE account_id = 'overdue'");
  }

  private static void row(String sentAt) {
    TestDatabase.execute(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload,"
            + " sent_at) VALUES (gen_random_uuid(), 'overdue', 0, 1, 'test', 'x', 'test', '{}', "
            + sentAt
            + ")");
  }

  private static void fill(Instant from, int hours) {
    TestDatabase.update(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload,"
            + " sent_at) SELECT gen_random_uuid(), 'fast-motion', 0, 1, 'test', 'x', 'test', '{}',"
            + " ?::timestamptz + h * interval '1 hour' FROM generate_series(0, ? - 1) h,"
            + " generate_series(1, ?)",
        from.atOffset(ZoneOffset.UTC),
        hours,
        AN_HOUR);
  }

  private static int rows() {
    return Integer.parseInt(
        TestDatabase.value("SELECT count(*) FROM outbox WHERE account_id = 'fast-motion'"));
  }
}
