package dev.uketsuke.kafka;

import dev.uketsuke.kafka.ConsumeTopics.Unread;
import io.smallrye.health.api.Wellness;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/**
 * Shows the progress of the consumers of this process in the health details.
 *
 * <p>The status is always {@code UP} and does not affect readiness, because submissions are
 * accepted without the broker, and restarting this process would not help.
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
