package dev.uketsuke.warehouse;

import dev.uketsuke.inbox.InboxSettings;
import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.kafka.BrokerRetention;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Compares how long we recognise an event with how long the broker may deliver it again
 * (docs/adr/0010).
 *
 * <p>Guarantee: a retention that is known to be too short stops the start with one line. What is
 * not known stops nothing: it is asked for again until it is, and then warned of.
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
      @ConfigProperty(name = "mp.messaging.incoming.warehouse-events.enabled") boolean consumed,
      @ConfigProperty(name = "mp.messaging.incoming.warehouse-events.topic") String topic) {
    this.broker = broker;
    this.ours = settings.retention();
    this.consumed = consumed;
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
        .description("How long the broker keeps events of the warehouse; NaN if not known")
        .register(registry);
    Gauge.builder("uketsuke.inbox.retention.seconds", () -> seconds(ours))
        .description("How long an applied event is recognised")
        .register(registry);
  }

  void start(@Observes StartupEvent event) {
    if (consumed) {
      theirs = broker.of(topic).orElse(null);
      if (isTooShort() && !BrokerRetention.UNLIMITED.equals(theirs)) {
        throw new ConfigurationException(
            "UKETSUKE_INBOX_RETENTION must be at least "
                + theirs
                + ", for so long the broker keeps the messages of "
                + topic
                + " and may deliver them again, but is "
                + ours);
      }
      warn();
    }
  }

  @Override
  public JobReport runOnce(Instant now) {
    if (consumed && theirs == null) {
      theirs = broker.of(topic).orElse(null);
      warn();
    }
    return new JobReport(Map.of(), true);
  }

  private void warn() {
    if (isTooShort()) {
      LOG.warnf(
          "the broker keeps %s %s, longer than ids of events are remembered"
              + " (UKETSUKE_INBOX_RETENTION, %s)",
          topic, BrokerRetention.UNLIMITED.equals(theirs) ? "for ever" : "for " + theirs, ours);
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
