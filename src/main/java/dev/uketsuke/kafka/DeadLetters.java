package dev.uketsuke.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.uketsuke.database.GaugeQuery;
import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jboss.logging.Logger;

/**
 * Puts records aside that are no event of ours: in the table {@code dead_letter}, and as a copy on
 * the topic {@code <topic>-dead-letters}, with where they stood and why.
 *
 * <p>Guarantee: nothing is passed over that is not durable in the table. The copy is for others who
 * look at the topic; where it cannot be written, because the topic is missing or forbidden, that is
 * told once, remembered for a minute, and holds up nothing. A record too long to carry the headers
 * of a dead letter as well is copied without its value.
 */
@Singleton
public class DeadLetters implements MeterBinder {

  private static final Logger LOG = Logger.getLogger(DeadLetters.class);
  private static final String COUNT =
      "SELECT count(*) FROM dead_letter WHERE state = ? AND state = 'OPEN'";
  private static final int LONGEST_REASON = 500;
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private final BrokerConnection broker;
  private final Transactions transactions;
  private final DeadLetterTable table;
  private final GaugeQuery query;
  private final MeterRegistry metrics;
  private volatile Long failed;

  DeadLetters(
      BrokerConnection broker,
      Transactions transactions,
      DeadLetterTable table,
      GaugeQuery query,
      MeterRegistry metrics) {
    this.broker = broker;
    this.transactions = transactions;
    this.table = table;
    this.query = query;
    this.metrics = metrics;
  }

  /**
   * Puts one aside.
   *
   * @param reason for people
   * @throws dev.uketsuke.database.DatabaseException if it is not put aside, or the outcome is
   *     unknown: the record has to come again
   */
  public void put(ConsumerRecord<byte[], byte[]> record, String reason) {
    String shortened =
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason;
    transactions.run(
        connection -> {
          table.put(connection, record, shortened);
          return null;
        });
    count("kept");
    copy(record, shortened);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("uketsuke.inbox.dead.letters.open", () -> query.value(COUNT, "OPEN"))
        .description("Dead letters for a person or the job redrive; the same on every instance")
        .register(registry);
  }

  private void copy(ConsumerRecord<byte[], byte[]> record, String reason) {
    Long last = failed;
    if (last != null && System.nanoTime() - last < QUIET_NANOS) {
      count("not-copied");
      return;
    }
    try {
      Throwable failure = send(letter(record, reason, true));
      if (failure instanceof RecordTooLargeException) {
        failure = send(letter(record, reason, false));
      }
      failed = failure == null || failure instanceof RecordTooLargeException ? null : failed();
      count(failure == null ? "sent" : "not-copied");
      if (failure != null) {
        LOG.warnf(
            "Dead letters of %s stand in the table dead_letter alone, because the topic"
                + " %s-dead-letters does not take them: %s. Create the topic and grant us writing.",
            record.topic(), record.topic(), failure);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static Long failed() {
    return System.nanoTime();
  }

  /** Topic, partition and offset, for people. */
  public static String at(ConsumerRecord<byte[], byte[]> record) {
    return record.topic() + "-" + record.partition() + "@" + record.offset();
  }

  /** Waits for the broker, at most for the producer's own time-outs; null if it has the letter. */
  private Throwable send(ProducerRecord<byte[], byte[]> letter) throws InterruptedException {
    try {
      broker.producer().send(letter).get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (RuntimeException e) {
      return e;
    }
  }

  private static ProducerRecord<byte[], byte[]> letter(
      ConsumerRecord<byte[], byte[]> record, String reason, boolean whole) {
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(
            record.topic() + "-dead-letters",
            null,
            record.key(),
            whole ? record.value() : null,
            whole ? record.headers() : null);
    add(letter, "dead-letter-reason", reason);
    add(letter, "dead-letter-topic", record.topic());
    add(letter, "dead-letter-partition", String.valueOf(record.partition()));
    add(letter, "dead-letter-offset", String.valueOf(record.offset()));
    return letter;
  }

  private static void add(ProducerRecord<byte[], byte[]> letter, String name, String value) {
    letter.headers().add(name, value.getBytes(UTF_8));
  }

  private void count(String outcome) {
    metrics.counter("uketsuke.inbox.dead.letters", "outcome", outcome).increment();
  }
}
