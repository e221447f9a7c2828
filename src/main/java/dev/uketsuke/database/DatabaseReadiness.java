package dev.uketsuke.database;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Reports the service ready while the database can be written to.
 *
 * <p>Guarantee: answers within {@link #PATIENCE} whatever the database or the pool is doing; it
 * uses neither a connection of the pool nor a worker thread.
 */
@Readiness
@Singleton
class DatabaseReadiness implements AsyncHealthCheck {

  private static final Duration PATIENCE = Duration.ofMillis(80);

  private final DatabaseWatch watch;

  DatabaseReadiness(DatabaseWatch watch) {
    this.watch = watch;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    DatabaseWatch.Verdict last = watch.last();
    if (last.isValid()) {
      return Uni.createFrom().item(answer(last));
    }
    // The process was frozen, as serverless platforms do, or the server does not answer.
    return Uni.createFrom()
        .completionStage(watch::ask)
        .ifNoItem()
        .after(PATIENCE)
        .recoverWithItem(DatabaseWatch.Verdict.of(false, "The database does not answer"))
        .map(DatabaseReadiness::answer);
  }

  /** The reason stays in the log: the driver's words name hosts and roles. */
  private static HealthCheckResponse answer(DatabaseWatch.Verdict verdict) {
    return HealthCheckResponse.named("Database can be written to")
        .status(verdict.writable())
        .build();
  }
}
