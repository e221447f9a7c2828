package dev.uketsuke.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jboss.logging.Logger;

/**
 * Consumes one topic on a thread of its own until it is told to stop.
 *
 * <p>Guarantee: an offset is committed only after its record is handled ({@link TopicReader}), and
 * only records of committed transactions are read. No failure ends the loop: if the broker cannot
 * be reached, a name does not resolve or a record cannot be decompressed, that is reported and
 * tried again with a back-off. A record that cannot be handled because of a fault of ours pauses
 * its partition only.
 */
final class TopicConsumer implements Runnable {

  private static final Logger LOG = Logger.getLogger(TopicConsumer.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final long MIN_PAUSE_NANOS = Duration.ofMillis(500).toNanos();
  private static final long MAX_PAUSE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final double NANOS = 1e9;

  /** How long a consumer may be without any connection before that is reported. */
  private static final long UNCONNECTED_NANOS = Duration.ofSeconds(5).toNanos();

  /** The number of records in one poll, so few that handling them fits between two polls. */
  private static final int RECORDS = 50;

  private final BrokerConnection broker;
  private final TopicReader reader;
  private final Map<TopicPartition, Pause> pauses = new HashMap<>();
  private volatile KafkaConsumer<byte[], byte[]> consumer;
  private Metric connections;
  private long connected;
  private volatile boolean stopping;
  private volatile String trouble;
  private volatile long unread;
  private volatile long progress = System.nanoTime();

  private record Pause(int failures, long until) {}

  TopicConsumer(BrokerConnection broker, TopicReader reader) {
    this.broker = broker;
    this.reader = reader;
  }

  /** Returns the topic that is consumed. */
  String topic() {
    return reader.topic();
  }

  /** Returns why the consumer does not go on; empty if it does. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Returns the number of records that are not handled in the partitions of this process. */
  long unread() {
    return unread;
  }

  /** Returns for how many seconds no record was handled although there were some. */
  double stalledSeconds() {
    return trouble == null && unread == 0 ? 0 : (System.nanoTime() - progress) / NANOS;
  }

  /** Makes the loop end after the current record. */
  void stop() {
    stopping = true;
    KafkaConsumer<byte[], byte[]> current = consumer;
    if (current != null) {
      current.wakeup();
    }
  }

  @Override
  public void run() {
    int failures = 0;
    while (!stopping) {
      try (KafkaConsumer<byte[], byte[]> opened = open()) {
        consumer = opened;
        opened.subscribe(List.of(reader.topic()));
        LOG.infof("Consuming the topic %s", reader.topic());
        consume(opened);
      } catch (WakeupException stopped) {
        // The loop ends.
      } catch (RuntimeException | LinkageError e) {
        // A LinkageError means that the native library of a codec cannot be loaded.
        failures = trouble == null ? 1 : failures + 1;
        report(trouble == null, e.toString() + (e.getCause() == null ? "" : ": " + e.getCause()));
        sleep(pauseNanos(failures));
      } finally {
        consumer = null;
        pauses.clear();
      }
    }
  }

  private KafkaConsumer<byte[], byte[]> open() {
    Map<String, Object> settings = broker.settings();
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, reader.group());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS);
    // A new group reads from the beginning; the inbox recognises messages that it has received.
    settings.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Consumes until told to stop; the first failure of the broker is thrown. */
  private void consume(KafkaConsumer<byte[], byte[]> from) {
    connections = connectionCount(from);
    connected = System.nanoTime();
    while (!stopping) {
      resume(from);
      ConsumerRecords<byte[], byte[]> records = from.poll(POLL);
      for (TopicPartition partition : records.partitions()) {
        handleAll(from, partition, records.records(partition));
      }
      measure(from);
    }
  }

  /** Returns the client's own count of its open connections, which tells whether it has any. */
  private static Metric connectionCount(KafkaConsumer<byte[], byte[]> from) {
    return from.metrics().entrySet().stream()
        .filter(each -> each.getKey().name().equals("connection-count"))
        .filter(each -> each.getKey().group().equals("consumer-metrics"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Handles the records of a partition in order, and commits their offsets once. After a crash some
   * records are read again; the inbox recognises them.
   */
  private void handleAll(
      KafkaConsumer<byte[], byte[]> from,
      TopicPartition partition,
      List<ConsumerRecord<byte[], byte[]>> records) {
    long next = -1;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (!handle(from, partition, record)) {
        break;
      }
      next = record.offset() + 1;
    }
    if (next >= 0) {
      from.commitAsync(Map.of(partition, new OffsetAndMetadata(next)), (done, failure) -> {});
    }
  }

  private boolean handle(
      KafkaConsumer<byte[], byte[]> from,
      TopicPartition partition,
      ConsumerRecord<byte[], byte[]> record) {
    Optional<String> fault =
        stopping ? Optional.of("the process is stopping") : reader.receive(record);
    if (fault.isPresent()) {
      from.seek(partition, record.offset()); // The record is read again after the pause.
      Pause before = pauses.get(partition);
      int failures = before == null ? 1 : before.failures() + 1;
      pauses.put(partition, new Pause(failures, System.nanoTime() + pauseNanos(failures)));
      from.pause(Set.of(partition));
      if (!stopping) {
        report(failures == 1, "paused at " + DeadLetters.at(record) + ": " + fault.get());
      }
      return false;
    }
    pauses.remove(partition);
    progress = System.nanoTime();
    return true;
  }

  private void resume(KafkaConsumer<byte[], byte[]> from) {
    pauses.keySet().retainAll(from.assignment());
    from.resume(
        from.paused().stream()
            .filter(
                partition ->
                    !pauses.containsKey(partition)
                        || pauses.get(partition).until() - System.nanoTime() <= 0)
            .toList());
  }

  private void measure(KafkaConsumer<byte[], byte[]> from) {
    long sum = 0;
    for (TopicPartition partition : from.assignment()) {
      sum += from.currentLag(partition).orElse(0);
    }
    unread = sum;
    if (((Number) connections.metricValue()).doubleValue() > 0) {
      connected = System.nanoTime();
      // Until it has joined the group, the consumer has not been admitted by the broker.
      if (pauses.isEmpty() && !from.groupMetadata().memberId().isEmpty()) {
        if (trouble != null) {
          LOG.infof("Consuming the topic %s goes on", reader.topic());
        }
        trouble = null;
      }
    } else if (System.nanoTime() - connected > UNCONNECTED_NANOS) {
      // The client connects again by itself, and throws nothing while it cannot.
      report(trouble == null, "there is no connection to the broker");
    }
    if (sum == 0 && trouble == null) {
      progress = System.nanoTime();
    }
  }

  private void report(boolean first, String what) {
    trouble = what;
    LOG.logf(
        first ? Logger.Level.WARN : Logger.Level.DEBUG,
        "The topic %s is not consumed at the moment and will be tried again: %s",
        reader.topic(),
        what);
  }

  private static long pauseNanos(int failures) {
    return Math.min(MAX_PAUSE_NANOS, MIN_PAUSE_NANOS << Math.min(failures, 10));
  }

  private void sleep(long nanos) {
    long end = System.nanoTime() + nanos;
    while (!stopping && System.nanoTime() - end < 0) {
      try {
        Thread.sleep(100);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Returns how long a stop may take, which includes handling the current record. */
  static Duration longestStop() {
    return CLOSE;
  }
}
