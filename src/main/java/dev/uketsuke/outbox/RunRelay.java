package dev.uketsuke.outbox;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.jobs.JobSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Runs the relay: one worker for each destination, which works continuously if jobs are scheduled
 * in this process. The job {@code relay} makes one run of all workers.
 */
@Singleton
class RunRelay implements Job {

  private static final int STOP_SECONDS = 10;

  private final List<RelayWorker> workers;

  /**
   * The threads of the relay. The service's own threads are not used, because requests that wait
   * for a run occupy them.
   */
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "relay");
            thread.setDaemon(true);
            return thread;
          });

  RunRelay(
      @All List<Destination> destinations,
      Transactions transactions,
      OutboxClaims claims,
      DestinationState state,
      RecordDeliveries recordDeliveries,
      RelaySettings settings,
      CheckTimes times,
      MeterRegistry metrics,
      WakeRelay wakeRelay) {
    this.workers =
        destinations.stream()
            .map(
                destination ->
                    new RelayWorker(
                        destination,
                        transactions,
                        claims,
                        state,
                        recordDeliveries,
                        settings,
                        metrics,
                        wakeRelay,
                        threads,
                        times.longest(destination)))
            .toList();
  }

  @Override
  public String name() {
    return "relay";
  }

  /** Returns empty, because the workers run continuously and need no schedule. */
  @Override
  public Optional<Duration> every() {
    return Optional.empty();
  }

  @Override
  public JobReport runOnce(Instant now) {
    List<CompletableFuture<JobReport>> runs =
        workers.stream()
            .map(worker -> CompletableFuture.supplyAsync(worker::runOnce, threads))
            .toList();
    try {
      CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new)).join();
      return sum(runs.stream().map(CompletableFuture::join).toList());
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  private static JobReport sum(List<JobReport> reports) {
    Map<String, Long> counts = new TreeMap<>();
    reports.forEach(each -> each.counts().forEach((k, v) -> counts.merge(k, v, Long::sum)));
    return new JobReport(counts, reports.stream().allMatch(JobReport::finished));
  }

  void start(@Observes StartupEvent event, JobSettings jobs) {
    if (jobs.scheduled()) {
      workers.forEach(worker -> threads.execute(() -> run(worker)));
    }
  }

  private void run(RelayWorker worker) {
    try {
      worker.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the workers begin nothing new as soon as the process is told to stop. */
  void stopBeginning(@Observes ShutdownDelayInitiatedEvent event) {
    workers.forEach(RelayWorker::stop);
  }

  /**
   * Waits for deliveries that are going on, while their outcomes can still be recorded. A message
   * whose delivery takes longer is tried again when its lease has ended.
   */
  void stop(@Observes ShutdownEvent event) {
    workers.forEach(RelayWorker::stop);
    threads.shutdown();
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
