package dev.uketsuke.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;

import dev.uketsuke.applications.MoveMessages;
import dev.uketsuke.kafka.BrokerConnection;
import dev.uketsuke.outbox.Delivery;
import dev.uketsuke.outbox.Destination;
import dev.uketsuke.outbox.OutboxMessage;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Headers;

/**
 * Publishes events about applications on Kafka (contract §3.7) as CloudEvents 1.0 in the binary
 * mode of the Kafka binding. The key is the application, so a partition keeps the order of its
 * events.
 *
 * <p>Guarantee: an event counts as sent when all in-sync replicas have it. If the broker cannot be
 * reached or refuses our credentials, no attempts are used up, and after the repair events are sent
 * again without a restart.
 */
@Singleton
class KafkaEvents implements Destination {

  private static final int BATCH = 200;

  /** RFC 3339 with microseconds, which is also what change data capture writes. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSX", Locale.ROOT);

  private final BrokerConnection broker;
  private final AgreedEvents agreed;
  private final EventSettings settings;

  KafkaEvents(BrokerConnection broker, AgreedEvents agreed, EventSettings settings) {
    this.broker = broker;
    this.agreed = agreed;
    this.settings = settings;
  }

  @Override
  public String aggregateType() {
    return MoveMessages.EVENT;
  }

  @Override
  public boolean isConfigured() {
    return broker.isConfigured()
        && agreed.mode().filter(mode -> mode == EventMode.KAFKA).isPresent();
  }

  @Override
  public int batchSize() {
    return BATCH;
  }

  /** Returns 2: while the broker confirms one batch, the other one is claimed or recorded. */
  @Override
  public int parallel() {
    return 2;
  }

  @Override
  public Duration longest() {
    return broker.longest();
  }

  @Override
  public List<Delivery> deliver(List<OutboxMessage> messages) {
    Producer<byte[], byte[]> producer;
    try {
      producer = broker.producer();
    } catch (RuntimeException e) { // A host name does not resolve, or a key file cannot be read.
      return Collections.nCopies(messages.size(), outcome(e));
    }
    List<Future<RecordMetadata>> sends = new ArrayList<>();
    Throwable away = null;
    for (OutboxMessage message : messages) {
      // After the first failure the rest is not sent, because each send would wait for the broker.
      Future<RecordMetadata> send =
          away == null ? send(producer, message) : CompletableFuture.failedFuture(away);
      away = away == null ? brokerFailure(send) : away;
      sends.add(send);
    }
    List<Delivery> deliveries = new ArrayList<>();
    boolean broken = false;
    for (Future<RecordMetadata> send : sends) {
      Throwable failure = await(send);
      deliveries.add(failure == null ? Delivery.sent() : outcome(failure));
      broken |= failure != null && !isAboutTheEvent(failure) && !isPassing(failure);
    }
    if (broken) {
      broker.renew(producer); // The producer may never recover; a new one reads credentials again.
    }
    return deliveries;
  }

  private Future<RecordMetadata> send(Producer<byte[], byte[]> producer, OutboxMessage message) {
    try {
      return producer.send(record(message));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Returns why the broker cannot be used, if that is known without waiting; null otherwise. */
  private static Throwable brokerFailure(Future<RecordMetadata> send) {
    Throwable failure = send.isDone() ? await(send) : null;
    return failure == null || isAboutTheEvent(failure) ? null : failure;
  }

  /**
   * Waits, at most for the producer's delivery time-out, and returns the failure; null if the
   * broker has the event.
   */
  private static Throwable await(Future<RecordMetadata> send) {
    try {
      send.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return e;
    }
  }

  /**
   * Returns "refused" if the failure concerns the event, and "unavailable" if it concerns the
   * broker.
   */
  private static Delivery outcome(Throwable failure) {
    Throwable told = failure.getCause() instanceof KafkaException cause ? cause : failure;
    String reason = told.getClass().getSimpleName() + ": " + told.getMessage();
    return isAboutTheEvent(failure) ? Delivery.refused(reason) : Delivery.unavailable(reason);
  }

  private static boolean isAboutTheEvent(Throwable failure) {
    return failure instanceof RecordTooLargeException || failure instanceof InvalidRecordException;
  }

  private static boolean isPassing(Throwable failure) {
    return failure instanceof RetriableException || failure instanceof InterruptedException;
  }

  ProducerRecord<byte[], byte[]> record(OutboxMessage message) {
    ProducerRecord<byte[], byte[]> event =
        new ProducerRecord<>(
            settings.topic(),
            message.aggregateId().getBytes(UTF_8),
            message.payload().getBytes(UTF_8));
    Headers headers = event.headers();
    add(headers, "ce_specversion", "1.0");
    add(headers, "ce_id", message.id().toString());
    add(headers, "ce_source", settings.source());
    add(headers, "ce_type", message.type());
    add(headers, "ce_subject", message.aggregateId());
    add(headers, "ce_time", TIME.format(message.createdAt().atOffset(UTC)));
    add(headers, "content-type", "application/json");
    if (message.traceparent() != null) {
      // The CloudEvents extension for tracing, and the header that Kafka clients look for.
      add(headers, "ce_traceparent", message.traceparent());
      add(headers, "traceparent", message.traceparent());
    }
    return event;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }
}
