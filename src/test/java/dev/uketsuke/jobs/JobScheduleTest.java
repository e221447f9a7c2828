package dev.uketsuke.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Until;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A run that leaves something undone is followed by another one, long before the schedule. */
@QuarkusTest
@RealParts
class JobScheduleTest {

  @Inject Scheduler scheduler;
  @Inject Transactions transactions;
  @Inject WakeJob wakeJob;

  @Test
  void unfinishedJobGoesOnAtOnce() throws Exception {
    var job = new Piecemeal(4);
    var metrics = new SimpleMeterRegistry();
    var runJob = new RunJob(List.of(job), transactions, metrics);
    new JobSchedule().start(null, scheduler, new Scheduled(), List.of(job), runJob, wakeJob);

    wakeJob.wake(job.name());

    Until.holds("it has gone on to its end", () -> job.left.get() == 0);
    assertEquals(
        3, metrics.timer("uketsuke.jobs", "job", job.name(), "outcome", "unfinished").count());
  }

  private static final class Piecemeal implements Job {
    private final AtomicInteger left;

    Piecemeal(int runs) {
      left = new AtomicInteger(runs);
    }

    @Override
    public String name() {
      return "piecemeal";
    }

    @Override
    public Optional<Duration> every() {
      return Optional.of(Duration.ofDays(1));
    }

    @Override
    public JobReport runOnce(Instant now) {
      return new JobReport(Map.of(), left.decrementAndGet() == 0);
    }
  }

  private record Scheduled() implements JobSettings {
    @Override
    public boolean scheduled() {
      return true;
    }

    @Override
    public Duration retentionEvery() {
      return Duration.ofDays(1);
    }

    @Override
    public int retentionBatchSize() {
      return 10;
    }

    @Override
    public int retentionMaxBatches() {
      return 1;
    }
  }
}
