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
 * Publishes events about applications on Kafka, contract §3.7: CloudEvents 1.0, binary mode of the
 * Kafka binding, keyed by application so that a partition keeps their order.
 *
 * <p>Guarantee: an event counts as sent when all in-sync replicas have it. A broker that is away or
 * refuses our credentials uses up no event's attempts, and when that is mended events go out again
 * without a restart.
 */
@Singleton
class KafkaEvents implements Destination {

  private static final int BATCH = 200;

  /** RFC 3339 with all digits that the database keeps, as change data capture writes it. */
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

  /** While the broker confirms one batch, the other one is claimed or recorded. */
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
    } catch (RuntimeException e) { // The configured names do not resolve, or a key cannot be read.
      return Collections.nCopies(messages.size(), outcome(e));
    }
    List<Future<RecordMetadata>> sends = new ArrayList<>();
    Throwable away = null;
    for (OutboxMessage message : messages) {
      // Once the broker has not answered, each further send would wait for it as long.
      Future<RecordMetadata> send =
          away == null ? send(producer, message) : CompletableFuture.failedFuture(away);
      away = away == null ? absence(send) : away;
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
      broker.renew(producer); // It may never recover by itself, and credentials are read anew.
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

  /** Why the broker is not there, if that is known at once; null if not. */
  private static Throwable absence(Future<RecordMetadata> send) {
    Throwable failure = send.isDone() ? await(send) : null;
    return failure == null || isAboutTheEvent(failure) ? null : failure;
  }

  /** Waits for at most the producer's own delivery time-out; null if the broker has the event. */
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

  /** Everything but an answer about this event is the broker's trouble: it concerns every event. */
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
