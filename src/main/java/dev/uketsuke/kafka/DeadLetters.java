package dev.uketsuke.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Puts records aside that cannot be applied: on the topic {@code <topic>-dead-letters}, with where
 * they stood and why.
 *
 * <p>Guarantee: none holds up what follows, and none ends the consumer. A record too long to carry
 * its own headers as well goes without its value. One that cannot be put aside at all, because the
 * topic is missing or forbidden, is told of as an error with its place, where it stays for as long
 * as the broker keeps it.
 */
@Singleton
public class DeadLetters {

  private static final Logger LOG = Logger.getLogger(DeadLetters.class);
  private static final int ATTEMPTS = 5;
  private static final long PAUSE_MILLIS = 200;
  private static final int LONGEST_REASON = 500;

  private final BrokerConnection broker;
  private final MeterRegistry metrics;

  DeadLetters(BrokerConnection broker, MeterRegistry metrics) {
    this.broker = broker;
    this.metrics = metrics;
  }

  /**
   * Puts one aside and waits until the broker has it, or refuses it for good.
   *
   * @param stopping asked between attempts; once it is true no further one is made
   * @return false if we stop and it is not yet settled: it has to come again
   */
  public boolean put(ConsumerRecord<byte[], byte[]> record, String reason, BooleanSupplier stopping)
      throws InterruptedException {
    boolean whole = true;
    int refused = 0;
    while (refused < ATTEMPTS && !stopping.getAsBoolean()) {
      Throwable failure = send(letter(record, reason, whole));
      if (failure == null) {
        count("sent");
        return true;
      }
      LOG.warnf("message at %s not put aside yet: %s", at(record), failure.toString());
      whole &= !(failure instanceof RecordTooLargeException);
      refused += isPassing(failure) ? 0 : 1;
      Thread.sleep(PAUSE_MILLIS);
    }
    if (stopping.getAsBoolean()) {
      return false;
    }
    LOG.errorf("message at %s could not be put aside and is passed over: %s", at(record), reason);
    count("passed-over");
    return true;
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

  /** A broker that is away comes back; a topic that is not there may never come. */
  private static boolean isPassing(Throwable failure) {
    return failure instanceof RetriableException
        && !(failure instanceof UnknownTopicOrPartitionException)
        && !(failure.getCause() instanceof UnknownTopicOrPartitionException);
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
    String shortened =
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason;
    add(letter, "dead-letter-reason", shortened);
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
