package dev.uketsuke.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic as the systems around the service see it. */
public final class Topic implements AutoCloseable {

  private final String name;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

  public Topic(KafkaBroker broker, String name) {
    this.name = name;
    var servers = Map.<String, Object>of("bootstrap.servers", broker.servers());
    this.producer =
        new KafkaProducer<>(servers, new ByteArraySerializer(), new ByteArraySerializer());
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.servers(),
                "group.id",
                "test-" + UUID.randomUUID(),
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(name));
  }

  /** Sends and waits until the broker has it. */
  public void send(String key, String body, Map<String, String> headers) throws Exception {
    var record =
        new ProducerRecord<byte[], byte[]>(name, key.getBytes(UTF_8), body.getBytes(UTF_8));
    headers.forEach((header, value) -> record.headers().add(header, value.getBytes(UTF_8)));
    producer.send(record).get(1, TimeUnit.MINUTES);
  }

  /** All records so far, in the order of their partitions. */
  public List<ConsumerRecord<byte[], byte[]>> records() {
    consumer.poll(Duration.ofMillis(100)).forEach(seen::add);
    return seen;
  }

  public static String key(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), UTF_8);
  }

  public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    consumer.close();
  }
}
