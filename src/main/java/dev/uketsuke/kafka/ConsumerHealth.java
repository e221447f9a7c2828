package dev.uketsuke.kafka;

import dev.uketsuke.kafka.ConsumeTopics.Unread;
import io.smallrye.health.api.Wellness;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/**
 * Tells in the health details how the consumers of this process get on.
 *
 * <p>The status is always {@code UP}, and readiness is not concerned: the intake goes on, and a
 * restart of this process mends no broker.
 */
@Wellness
@Singleton
class ConsumerHealth implements HealthCheck {

  private final ConsumeTopics topics;

  ConsumerHealth(ConsumeTopics topics) {
    this.topics = topics;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder health = HealthCheckResponse.named("messages-in").up();
    for (Unread each : topics.unread()) {
      String state =
          each.trouble() == null
              ? each.records() == 0 ? "all read" : "reading"
              : "stalled for " + Math.round(each.stalledSeconds()) + " s: " + each.trouble();
      health.withData(each.topic(), state);
      health.withData(each.topic() + " unread", each.records());
    }
    return health.build();
  }
}
