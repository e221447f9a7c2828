package dev.uketsuke.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.uketsuke.database.GaugeQuery;
import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jboss.logging.Logger;

/**
 * Puts records aside that cannot be read as events: stores them in the table {@code dead_letter},
 * and sends a copy with place and reason to the topic {@code <topic>-dead-letters}.
 *
 * <p>Guarantee: a record is passed over only after it is committed in the table. The copy is for
 * people and programs that look at the topic. If it cannot be sent, because the topic is missing or
 * not permitted, that is logged, no copy is tried for a minute, and consuming goes on. A record
 * that is too long for the additional headers is copied without its value.
 */
@Singleton
public class DeadLetters implements MeterBinder {

  private static final Logger LOG = Logger.getLogger(DeadLetters.class);
  private static final String COUNT =
      "SELECT count(*) FROM dead_letter WHERE state = ? AND state = 'OPEN'";
  private static final int MAX_REASON = 500;
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
   * Puts a record aside.
   *
   * @param reason a text for people
   * @param applicationId the application that the record seems to be about
   * @throws dev.uketsuke.database.DatabaseException if the record was not stored, or the outcome is
   *     unknown; the record then has to be read again
   */
  public void put(
      ConsumerRecord<byte[], byte[]> record, String reason, Optional<UUID> applicationId) {
    String shortened = reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason;
    transactions.run(
        connection -> {
          table.put(connection, record, shortened, applicationId);
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
            "A dead letter of %s is stored in the table dead_letter but was not copied to the topic"
                + " %s-dead-letters: %s. Create the topic and permit this service to write to it.",
            record.topic(), record.topic(), failure);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static Long failed() {
    return System.nanoTime();
  }

  /** Returns topic, partition and offset of a record as a text for people. */
  public static String at(ConsumerRecord<byte[], byte[]> record) {
    return record.topic() + "-" + record.partition() + "@" + record.offset();
  }

  /**
   * Sends a copy, waits at most for the producer's time-outs, and returns the failure; null if the
   * broker has the copy.
   */
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
