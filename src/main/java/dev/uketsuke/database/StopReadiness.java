package dev.uketsuke.database;

import io.quarkus.smallrye.health.runtime.ShutdownReadinessCheck;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Reports the service not ready from the moment it is told to stop.
 *
 * <p>It takes the place of the framework's own check, which application.properties switches off:
 * that check needs a worker thread, and would not answer while all of them are busy.
 */
@Readiness
@Singleton
class StopReadiness implements AsyncHealthCheck {

  private final Instance<ShutdownReadinessCheck> framework;

  StopReadiness(@Readiness Instance<ShutdownReadinessCheck> framework) {
    this.framework = framework;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    return Uni.createFrom().item(framework.get().call());
  }
}
