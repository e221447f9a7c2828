package dev.uketsuke.warehouse;

import dev.uketsuke.inbox.InboxSettings;
import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.kafka.BrokerRetention;
import dev.uketsuke.kafka.ConsumeTopics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.jboss.logging.Logger;

/**
 * Compares {@code UKETSUKE_INBOX_RETENTION} with the broker's retention, because the broker may
 * deliver an event again for that long (docs/adr/0029).
 *
 * <p>Guarantee: the start neither waits for the broker's answer nor fails because of it. If our
 * retention is too short, a warning is logged; metrics show both. The broker is asked again every
 * five minutes, so a changed retention is noticed, and a broker that was unavailable is asked
 * later.
 */
@Singleton
class CheckRetention implements Job, MeterBinder {

  private static final Logger LOG = Logger.getLogger(CheckRetention.class);
  private static final Duration EVERY = Duration.ofMinutes(5);

  private final BrokerRetention broker;
  private final Duration ours;
  private final boolean consumed;
  private final String topic;
  private volatile Duration theirs;

  CheckRetention(
      BrokerRetention broker,
      InboxSettings settings,
      ConsumeTopics topics,
      @ConfigProperty(name = "mp.messaging.incoming.warehouse-events.topic") String topic) {
    this.broker = broker;
    this.ours = settings.retention();
    this.consumed = topics.consumes();
    this.topic = topic;
  }

  @Override
  public String name() {
    return "inbox-retention";
  }

  @Override
  public Optional<Duration> every() {
    return consumed ? Optional.of(EVERY) : Optional.empty();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("uketsuke.inbox.broker.retention.seconds", () -> seconds(theirs))
        .description("How long the broker keeps events of the warehouse; NaN if unknown")
        .register(registry);
    Gauge.builder("uketsuke.inbox.retention.seconds", () -> seconds(ours))
        .description("How long an applied event is recognised")
        .register(registry);
  }

  void start(@Observes StartupEvent event, ManagedExecutor executor) {
    if (consumed) {
      executor.execute(this::ask);
    }
  }

  @Override
  public JobReport runOnce(Instant now) {
    if (consumed) {
      ask();
    }
    return new JobReport(Map.of(), true);
  }

  private synchronized void ask() {
    Duration before = theirs;
    broker.of(topic).ifPresent(answer -> theirs = answer);
    if (isTooShort() && !theirs.equals(before)) {
      LOG.warnf(
          "The broker keeps messages of %s %s, which is longer than UKETSUKE_INBOX_RETENTION (%s). An"
              + " event that the broker delivers again after that time changes nothing, because its move"
              + " has been made, but it is counted as new. Set UKETSUKE_INBOX_RETENTION to at least the"
              + " broker's retention.",
          topic, BrokerRetention.UNLIMITED.equals(theirs) ? "forever" : "for " + theirs, ours);
    }
  }

  private boolean isTooShort() {
    return theirs != null && ours.compareTo(theirs) < 0;
  }

  private static double seconds(Duration duration) {
    if (duration == null) {
      return Double.NaN;
    }
    return BrokerRetention.UNLIMITED.equals(duration)
        ? Double.POSITIVE_INFINITY
        : duration.toSeconds();
  }
}
