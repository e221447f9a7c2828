package dev.uketsuke.outbox;

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

/**
 * The job {@code relay}: one run to every destination, all at once, for who asks for it. Where
 * instances live on, {@link RelayTo} does the same for each destination by itself.
 */
@Singleton
class RunRelay implements Job {

  private final List<Destination> destinations;
  private final OutboxRelay relay;

  RunRelay(@All List<Destination> destinations, OutboxRelay relay) {
    this.destinations = destinations;
    this.relay = relay;
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
    List<RelayRun> runs = destinations.stream().map(relay::start).toList();
    return sum(runs.stream().map(run -> run.await(relay.longest()).report()).toList());
  }

  private static JobReport sum(List<JobReport> reports) {
    Map<String, Long> counts = new TreeMap<>();
    reports.forEach(each -> each.counts().forEach((k, v) -> counts.merge(k, v, Long::sum)));
    return new JobReport(counts, reports.stream().allMatch(JobReport::finished));
  }
}
