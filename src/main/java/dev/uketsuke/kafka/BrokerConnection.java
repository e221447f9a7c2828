package dev.uketsuke.kafka;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The connection to the broker, with the one producer of this process.
 *
 * <p>Guarantee: the producer is made when it is first needed; without a configured broker nothing
 * connects. Its time-outs are well below the lease of the relay. All other {@code kafka.*}
 * settings, such as those for TLS, apply unchanged.
 */
@Singleton
public class BrokerConnection {

  private static final int ANSWER_MILLIS = 5_000;
  private static final int DELIVERY_MILLIS = 10_000;
  private static final int RECONNECT_MILLIS = 5_000;
  private static final Duration CLOSE = Duration.ofSeconds(2);

  /** The form of an address that the Kafka client accepts. */
  private static final Pattern SERVER =
      Pattern.compile("(?:[0-9a-zA-Z.%_-]*://)?\\[?[0-9a-zA-Z.%_:-]+\\]?:[0-9]{1,5}");

  private final Optional<String> servers;
  private final Map<String, Object> settings;
  private Producer<byte[], byte[]> producer;

  BrokerConnection(
      @ConfigProperty(name = "kafka.bootstrap.servers") Optional<String> servers,
      @Identifier("default-kafka-broker") Map<String, Object> settings) {
    this.servers = servers.filter(text -> !text.isBlank());
    this.settings = settings;
  }

  /**
   * Refuses to start if an address has a wrong form. A name that does not resolve is allowed,
   * because it may resolve later.
   */
  void start(@Observes StartupEvent event) {
    servers.ifPresent(
        text -> {
          if (!Arrays.stream(text.split(","))
              .map(String::strip)
              .allMatch(SERVER.asMatchPredicate())) {
            throw new ConfigurationException(
                "KAFKA_BOOTSTRAP_SERVERS must be host:port, or several of these separated by commas");
          }
        });
  }

  public boolean isConfigured() {
    return servers.isPresent();
  }

  /** Returns how long sending a message takes at most, including the wait for metadata. */
  public Duration longest() {
    return Duration.ofMillis(ANSWER_MILLIS + DELIVERY_MILLIS);
  }

  public synchronized Producer<byte[], byte[]> producer() {
    if (producer == null) {
      producer =
          new KafkaProducer<>(properties(), new ByteArraySerializer(), new ByteArraySerializer());
    }
    return producer;
  }

  /**
   * Closes a producer that cannot recover, such as one whose credentials were refused. The next
   * call of {@link #producer()} makes a new one.
   */
  public synchronized void renew(Producer<byte[], byte[]> broken) {
    if (producer == broken) {
      producer = null;
      broken.close(Duration.ZERO);
    }
  }

  @PreDestroy
  synchronized void close() {
    if (producer != null) {
      producer.close(CLOSE);
    }
  }

  /** Returns the settings with which any client connects to the broker. */
  Map<String, Object> settings() {
    Map<String, Object> properties = new HashMap<>(settings);
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers.orElseThrow());
    return properties;
  }

  private Map<String, Object> properties() {
    Map<String, Object> properties = settings();
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_MILLIS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
    properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MILLIS);
    properties.putIfAbsent(ProducerConfig.CLIENT_ID_CONFIG, "uketsuke-relay");
    return properties;
  }
}
