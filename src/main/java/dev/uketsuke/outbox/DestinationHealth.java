package dev.uketsuke.outbox;

import io.quarkus.arc.All;
import io.smallrye.health.api.Wellness;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/**
 * Shows in the health details which destinations are unavailable, since when and why.
 *
 * <p>The status is always {@code UP} and does not affect readiness, because submissions are
 * accepted while a destination is unavailable, and restarting this process would not help.
 */
@Wellness
@Singleton
class DestinationHealth implements HealthCheck {

  private final List<Destination> destinations;
  private final DestinationState state;

  DestinationHealth(@All List<Destination> destinations, DestinationState state) {
    this.destinations = destinations;
    this.state = state;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder health = HealthCheckResponse.named("messages-out").up();
    Optional<Map<String, String>> unavailable = state.unavailable();
    for (Destination each : destinations) {
      String name = each.aggregateType();
      health.withData(
          name,
          unavailable
              .map(found -> found.getOrDefault(name, "available"))
              .orElse("unknown, because the database cannot be asked"));
    }
    return health.build();
  }
}
