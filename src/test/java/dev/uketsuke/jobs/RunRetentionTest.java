package dev.uketsuke.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.RealParts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run goes on batch by batch until nothing is due or it has done enough. */
@QuarkusTest
@RealParts
class RunRetentionTest {

  private static final Instant NOW = Instant.parse("2001-02-03T04:05:06Z");

  @Inject Transactions transactions;

  @Test
  void runEndsWhenABatchIsNotFull() {
    var step = new Due(25);
    var report = run(step, 100);

    assertEquals(25, report.counts().get("due"));
    assertTrue(report.finished());
    assertEquals(List.of(10, 10, 5), step.batches);
  }

  @Test
  void runIsBoundedAndSaysThatMoreIsDue() {
    var step = new Due(1000);
    var report = run(step, 3);

    assertEquals(30, report.counts().get("due"));
    assertFalse(report.finished());
  }

  private JobReport run(RetentionStep step, int maxBatches) {
    JobSettings settings = new Settings(maxBatches);
    var batches =
        new RetentionBatches(List.of(step), transactions, settings, new SimpleMeterRegistry());
    return new RunRetention(batches, settings).runOnce(NOW);
  }

  /** So many rows are due. */
  private static final class Due implements RetentionStep {
    private final List<Integer> batches = new ArrayList<>();
    private int left;

    Due(int rows) {
      left = rows;
    }

    @Override
    public String name() {
      return "due";
    }

    @Override
    public int batch(Connection connection, Instant now, int limit) {
      assertEquals(NOW, now);
      int rows = Math.min(left, limit);
      left -= rows;
      batches.add(rows);
      return rows;
    }
  }

  private record Settings(int retentionMaxBatches) implements JobSettings {
    @Override
    public boolean scheduled() {
      return false;
    }

    @Override
    public Duration retentionEvery() {
      return Duration.ofDays(1);
    }

    @Override
    public int retentionBatchSize() {
      return 10;
    }
  }
}
