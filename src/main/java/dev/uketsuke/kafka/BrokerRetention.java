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
 * Asks the broker how long it keeps the messages of a topic, and so how late it may deliver one
 * again.
 *
 * <p>Guarantee: answers within the time-out. A broker that is away, or does not tell us, is no
 * failure: then it is not known.
 */
@Singleton
public class BrokerRetention {

  /** Kept for ever, or until a newer message of the same key replaces it. */
  public static final Duration UNLIMITED = ChronoUnit.FOREVER.getDuration();

  private static final Logger LOG = Logger.getLogger(BrokerRetention.class);
  private static final int RECONNECT_MILLIS = 1_000;

  private final BrokerConnection broker;
  private final int patienceMillis;
  private final ManagedExecutor executor;

  BrokerRetention(BrokerConnection broker, InboxSettings settings, ManagedExecutor executor) {
    this.broker = broker;
    this.patienceMillis = (int) settings.brokerTimeout().toMillis();
    this.executor = executor;
  }

  /**
   * Asks.
   *
   * @return for the topic or, as long as there is none, what the broker would give it; empty if it
   *     is not known
   */
  public Optional<Duration> of(String topic) {
    try {
      // On another thread: looking up a host's name knows no time limit.
      return Optional.of(
          CompletableFuture.supplyAsync(() -> ask(topic), executor)
              .get(patienceMillis, TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      LOG.infof("how long the broker keeps %s is not known: %s", topic, cause.toString());
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
      throw new IllegalStateException("interrupted", e);
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

  /** The finer unit wins, as it does for the broker. */
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
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, patienceMillis);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, patienceMillis);
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, RECONNECT_MILLIS);
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MILLIS);
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "uketsuke-retention");
    return properties;
  }
}
