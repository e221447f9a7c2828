package dev.uketsuke.kafka;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts and stops the consumer of each topic, and tells how it gets on.
 *
 * <p>Guarantee: without a broker, and where {@code UKETSUKE_KAFKA_CONSUME} is {@code false},
 * nothing is consumed. The start never waits for the broker and never fails because of it.
 */
@Singleton
public class ConsumeTopics implements MeterBinder {

  /** What one consumer of this process has not settled; for metrics, health and reconciliation. */
  public record Unread(String topic, long records, double stalledSeconds, String trouble) {}

  private final List<TopicConsumer> consumers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  ConsumeTopics(BrokerConnection broker, KafkaSettings settings, @All List<TopicReader> readers) {
    if (broker.isConfigured() && settings.consume()) {
      readers.forEach(reader -> consumers.add(new TopicConsumer(broker, reader)));
    }
  }

  /** Checks whether this process consumes anything. */
  public boolean consumes() {
    return !consumers.isEmpty();
  }

  /** Returns how each consumer of this process gets on; empty if this process consumes nothing. */
  public List<Unread> unread() {
    return consumers.stream()
        .map(
            each ->
                new Unread(
                    each.topic(),
                    each.unread(),
                    each.stalledSeconds(),
                    each.trouble().orElse(null)))
        .toList();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (TopicConsumer each : consumers) {
      Gauge.builder("uketsuke.inbox.unread", each, TopicConsumer::unread)
          .description("Records not settled in the partitions that this process reads: sum them up")
          .tag("topic", each.topic())
          .register(registry);
      Gauge.builder("uketsuke.inbox.stalled.seconds", each, TopicConsumer::stalledSeconds)
          .description("For how long nothing was settled although there was something to read")
          .tag("topic", each.topic())
          .register(registry);
      Gauge.builder("uketsuke.inbox.paused", each, it -> it.trouble().isPresent() ? 1 : 0)
          .description("1 while a fault of the broker or of ours keeps the consumer from going on")
          .tag("topic", each.topic())
          .register(registry);
    }
  }

  void start(@Observes StartupEvent event) {
    for (TopicConsumer each : consumers) {
      Thread thread = new Thread(each, "consume-" + each.topic());
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    consumers.forEach(TopicConsumer::stop);
    for (Thread thread : threads) {
      thread.join(TopicConsumer.longestStop().toMillis());
    }
  }
}
