package dev.uketsuke.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.uketsuke.applications.MoveMessages;
import dev.uketsuke.kafka.BrokerConnection;
import dev.uketsuke.outbox.Delivery;
import dev.uketsuke.outbox.Destination;
import dev.uketsuke.outbox.OutboxMessage;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Headers;

/**
 * Publishes events about applications on Kafka, contract §3.7: CloudEvents 1.0, binary mode of the
 * Kafka binding, keyed by application so that a partition keeps their order.
 *
 * <p>Guarantee: an event counts as sent when all in-sync replicas have it. A broker that is away
 * uses up nobody's attempts.
 */
@Singleton
class KafkaEvents implements Destination {

  private static final int BATCH = 100;

  private final BrokerConnection broker;
  private final EventSettings settings;

  KafkaEvents(BrokerConnection broker, EventSettings settings) {
    this.broker = broker;
    this.settings = settings;
  }

  @Override
  public String aggregateType() {
    return MoveMessages.EVENT;
  }

  @Override
  public boolean isConfigured() {
    return broker.isConfigured() && settings.relayed();
  }

  @Override
  public int batchSize() {
    return BATCH;
  }

  @Override
  public int parallel() {
    return 1;
  }

  @Override
  public Duration longest() {
    return broker.longest();
  }

  @Override
  public List<Delivery> deliver(List<OutboxMessage> messages) {
    List<Future<RecordMetadata>> sends = new ArrayList<>();
    List<Delivery> deliveries = new ArrayList<>();
    Throwable away = null;
    for (OutboxMessage message : messages) {
      // Once the broker has not answered, each further send would wait for it as long.
      Future<RecordMetadata> send = away == null ? send(message) : null;
      away = away == null ? absence(send) : away;
      sends.add(send);
    }
    for (Future<RecordMetadata> send : sends) {
      deliveries.add(send == null ? outcome(away) : await(send));
    }
    return deliveries;
  }

  private Future<RecordMetadata> send(OutboxMessage message) {
    try {
      return broker.producer().send(record(message));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Why the broker is not there, if that is known at once; null if not. */
  private static Throwable absence(Future<RecordMetadata> send) {
    if (!send.isDone()) {
      return null;
    }
    try {
      send.get();
      return null;
    } catch (ExecutionException e) {
      return outcome(e.getCause()).result() == Delivery.Result.UNAVAILABLE ? e.getCause() : null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return e;
    }
  }

  /** Bounded by the producer's own delivery time-out. */
  private static Delivery await(Future<RecordMetadata> send) {
    try {
      send.get();
      return Delivery.sent();
    } catch (ExecutionException e) {
      return outcome(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Delivery.unavailable("interrupted");
    }
  }

  private static Delivery outcome(Throwable failure) {
    String reason = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    if (failure instanceof RecordTooLargeException) {
      return Delivery.refused(reason);
    }
    return failure instanceof RetriableException
            || failure instanceof AuthorizationException
            || !(failure instanceof ApiException)
        ? Delivery.unavailable(reason)
        : Delivery.failed(reason);
  }

  private ProducerRecord<byte[], byte[]> record(OutboxMessage message) {
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
    add(headers, "ce_time", DateTimeFormatter.ISO_INSTANT.format(message.createdAt()));
    add(headers, "content-type", "application/json");
    return event;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }
}
