package dev.uketsuke.messaging;

import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.microprofile.context.ManagedExecutor;

/**
 * The job {@code relay}: one run to every destination, all at once, for who asks for it. Where
 * instances live on, {@link RelayTo} does the same for each destination by itself.
 */
@Singleton
class RunRelay implements Job {

  private final List<Destination> destinations;
  private final OutboxRelay relay;
  private final ManagedExecutor executor;

  RunRelay(@All List<Destination> destinations, OutboxRelay relay, ManagedExecutor executor) {
    this.destinations = destinations;
    this.relay = relay;
    this.executor = executor;
  }

  @Override
  public String name() {
    return "relay";
  }

  @Override
  public Optional<Duration> every() {
    return Optional.empty();
  }

  @Override
  public JobReport runOnce(Instant now) {
    List<CompletableFuture<JobReport>> runs =
        destinations.stream()
            .map(each -> CompletableFuture.supplyAsync(() -> relay.run(each).report(), executor))
            .toList();
    try {
      CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
    return sum(runs.stream().map(CompletableFuture::join).toList());
  }

  private static JobReport sum(List<JobReport> reports) {
    Map<String, Long> counts = new TreeMap<>();
    reports.forEach(each -> each.counts().forEach((k, v) -> counts.merge(k, v, Long::sum)));
    return new JobReport(counts, reports.stream().allMatch(JobReport::finished));
  }
}
