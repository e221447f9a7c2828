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
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jboss.logging.Logger;

/**
 * Consumes one topic on a thread of its own until it is told to stop.
 *
 * <p>Guarantee: an offset is committed only after its record is settled ({@link TopicReader}), and
 * only records of committed transactions are read. Nothing ends the loop: a broker that cannot be
 * reached, a name that does not resolve and a record that cannot be decompressed are reported as
 * trouble and tried again with a back-off. A record that cannot be settled because of a fault of
 * ours pauses its partition alone.
 */
final class TopicConsumer implements Runnable {

  private static final Logger LOG = Logger.getLogger(TopicConsumer.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final long LEAST_PAUSE_NANOS = Duration.ofMillis(500).toNanos();
  private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final double NANOS = 1e9;

  /** Few enough that all of them, each at its slowest, fit between two polls. */
  private static final int RECORDS = 50;

  private final BrokerConnection broker;
  private final TopicReader reader;
  private final Map<TopicPartition, Pause> pauses = new HashMap<>();
  private volatile KafkaConsumer<byte[], byte[]> consumer;
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

  /** Returns what keeps it from going on; empty if nothing does. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Returns how many records of the partitions that this process reads are not settled. */
  long unread() {
    return unread;
  }

  /** Returns for how many seconds nothing was settled although there was something to read. */
  double stalledSeconds() {
    return trouble == null && unread == 0 ? 0 : (System.nanoTime() - progress) / NANOS;
  }

  /** Asks the loop to end after the record at hand. */
  void stop() {
    stopping = true;
    KafkaConsumer<byte[], byte[]> current = consumer;
    if (current != null) {
      current.wakeup();
    }
  }

  @Override
  public void run() {
    for (int failures = 1; !stopping; failures++) {
      try (KafkaConsumer<byte[], byte[]> opened = open()) {
        consumer = opened;
        opened.subscribe(List.of(reader.topic()));
        LOG.infof("consuming the topic %s", reader.topic());
        failures = consume(opened);
      } catch (WakeupException stopped) {
        // The loop ends.
      } catch (RuntimeException | LinkageError e) {
        // LinkageError: a codec whose native library cannot be loaded.
        report(failures == 1, e.toString() + (e.getCause() == null ? "" : ": " + e.getCause()));
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
    // A new group begins with what is there already: the inbox knows what it had.
    settings.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Ends when told to, or with the first failure of the broker. */
  private int consume(KafkaConsumer<byte[], byte[]> from) {
    while (!stopping) {
      resume(from);
      ConsumerRecords<byte[], byte[]> records = from.poll(POLL);
      for (TopicPartition partition : records.partitions()) {
        settleAll(from, partition, records.records(partition));
      }
      measure(from);
    }
    return 0;
  }

  /** Offsets are committed once for each batch; what a crash brings again is recognised. */
  private void settleAll(
      KafkaConsumer<byte[], byte[]> from,
      TopicPartition partition,
      List<ConsumerRecord<byte[], byte[]>> records) {
    long next = -1;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (!settle(from, partition, record)) {
        break;
      }
      next = record.offset() + 1;
    }
    if (next >= 0) {
      from.commitAsync(Map.of(partition, new OffsetAndMetadata(next)), (done, failure) -> {});
    }
  }

  private boolean settle(
      KafkaConsumer<byte[], byte[]> from,
      TopicPartition partition,
      ConsumerRecord<byte[], byte[]> record) {
    Optional<String> fault =
        stopping ? Optional.of("the process is stopping") : reader.receive(record);
    if (fault.isPresent()) {
      from.seek(partition, record.offset()); // Read again; what was settled before is committed.
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
    if (pauses.isEmpty()) {
      if (trouble != null) {
        LOG.infof("consuming the topic %s goes on", reader.topic());
      }
      trouble = null;
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
    return Math.min(LONGEST_PAUSE_NANOS, LEAST_PAUSE_NANOS << Math.min(failures, 10));
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

  /** Returns how long a stop may take: the record at hand, and leaving the group. */
  static Duration longestStop() {
    return CLOSE;
  }
}
