package dev.uketsuke.outbox;

import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The scheduled job that relays messages to one destination; each has its own, so that a slow one
 * never delays the others.
 */
public abstract class RelayTo implements Job {

  private static final Duration A_MOMENT = Duration.ofSeconds(1);

  private final OutboxRelay relay;
  private final Destination destination;

  /** For the feature that the destination belongs to. */
  protected RelayTo(OutboxRelay relay, Destination destination) {
    this.relay = relay;
    this.destination = destination;
  }

  @Override
  public String name() {
    return name(destination.aggregateType());
  }

  static String name(String aggregateType) {
    return "relay-" + aggregateType;
  }

  @Override
  public Optional<Duration> every() {
    return destination.isConfigured() ? Optional.of(relay.every()) : Optional.empty();
  }

  @Override
  public JobReport runOnce(Instant now) {
    // What takes longer goes on; the next tick fills the lanes that are free by then.
    return relay.start(destination).await(A_MOMENT).report();
  }
}
