package dev.uketsuke.kafka;

import dev.uketsuke.inbox.InboxSettings;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.jboss.logging.Logger;

/**
 * Asks the broker how long it keeps the messages of a topic. The broker may deliver a message again
 * for that long.
 *
 * <p>Guarantee: the answer comes within the time-out. If the broker cannot be reached or does not
 * permit the question, the answer is empty, and nothing fails.
 */
@Singleton
public class BrokerRetention {

  /** The retention of topics that keep messages forever, or until one with the same key comes. */
  public static final Duration UNLIMITED = ChronoUnit.FOREVER.getDuration();

  private static final Logger LOG = Logger.getLogger(BrokerRetention.class);
  private static final int RECONNECT_MILLIS = 1_000;

  private final BrokerConnection broker;
  private final int timeoutMillis;
  private final ManagedExecutor executor;

  BrokerRetention(BrokerConnection broker, InboxSettings settings, ManagedExecutor executor) {
    this.broker = broker;
    this.timeoutMillis = (int) settings.brokerTimeout().toMillis();
    this.executor = executor;
  }

  /**
   * Returns the retention of a topic, or the broker's default if the topic does not exist yet;
   * empty if the broker did not answer.
   */
  public Optional<Duration> of(String topic) {
    try {
      // This runs on another thread, because resolving a host name has no time-out.
      return Optional.of(
          CompletableFuture.supplyAsync(() -> ask(topic), executor)
              .get(timeoutMillis, TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      LOG.infof(
          "The broker did not say how long it keeps messages of the topic %s: %s",
          topic, cause.toString());
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Duration ask(String topic) {
    try (Admin admin = Admin.create(properties())) {
      try {
        return ofTopic(describe(admin, ConfigResource.Type.TOPIC, topic));
      } catch (ExecutionException e) {
        if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          Node node = admin.describeCluster().nodes().get().iterator().next();
          return ofBroker(describe(admin, ConfigResource.Type.BROKER, node.idString()));
        }
        throw e;
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().toString(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the broker was asked", e);
    }
  }

  private static Config describe(Admin admin, ConfigResource.Type type, String name)
      throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(type, name);
    return admin.describeConfigs(List.of(resource)).all().get().get(resource);
  }

  private static Duration ofTopic(Config topic) {
    boolean deletes =
        value(topic, TopicConfig.CLEANUP_POLICY_CONFIG)
            .filter(policy -> policy.contains(TopicConfig.CLEANUP_POLICY_DELETE))
            .isPresent();
    return deletes
        ? value(topic, TopicConfig.RETENTION_MS_CONFIG)
            .map(millis -> duration(millis, ChronoUnit.MILLIS))
            .orElse(UNLIMITED)
        : UNLIMITED;
  }

  /**
   * Returns the broker's default; like the broker, this prefers the setting with the finer unit.
   */
  private static Duration ofBroker(Config broker) {
    return value(broker, "log.retention.ms")
        .map(millis -> duration(millis, ChronoUnit.MILLIS))
        .or(
            () ->
                value(broker, "log.retention.minutes")
                    .map(minutes -> duration(minutes, ChronoUnit.MINUTES)))
        .or(
            () ->
                value(broker, "log.retention.hours")
                    .map(hours -> duration(hours, ChronoUnit.HOURS)))
        .orElse(UNLIMITED);
  }

  private static Duration duration(String amount, ChronoUnit unit) {
    long number = Long.parseLong(amount);
    return number < 0 ? UNLIMITED : Duration.of(number, unit);
  }

  private static Optional<String> value(Config config, String name) {
    return Optional.ofNullable(config.get(name)).map(entry -> entry.value());
  }

  private Map<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>(broker.settings());
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis);
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, RECONNECT_MILLIS);
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MILLIS);
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "uketsuke-retention");
    return properties;
  }
}
