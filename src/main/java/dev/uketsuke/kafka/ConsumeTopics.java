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
 * Starts and stops the consumer of each topic, and reports its progress in metrics.
 *
 * <p>Guarantee: without a broker, and where {@code UKETSUKE_KAFKA_CONSUME} is {@code false},
 * nothing is consumed. The start never waits for the broker and never fails because of it.
 */
@Singleton
public class ConsumeTopics implements MeterBinder {

  /**
   * The progress of one consumer of this process.
   *
   * @param records the number of records that are not handled yet
   * @param stalledSeconds for how long no record was handled although there were some
   * @param trouble why the consumer does not go on; null if it does
   */
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

  /** Returns the progress of each consumer; empty if this process consumes nothing. */
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
          .description("Records not handled in the partitions of this process; sum over processes")
          .tag("topic", each.topic())
          .register(registry);
      Gauge.builder("uketsuke.inbox.stalled.seconds", each, TopicConsumer::stalledSeconds)
          .description("For how long no record was handled although there were some")
          .tag("topic", each.topic())
          .register(registry);
      Gauge.builder("uketsuke.inbox.paused", each, it -> it.trouble().isPresent() ? 1 : 0)
          .description("1 while a fault of the broker or of ours stops the consumer")
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
