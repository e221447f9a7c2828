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
 * <p>Guarantee: the check answers within {@link #MAX_WAIT}, whatever state the database and the
 * pool are in. It uses neither a connection of the pool nor a worker thread.
 */
@Readiness
@Singleton
class DatabaseReadiness implements AsyncHealthCheck {

  private static final Duration MAX_WAIT = Duration.ofMillis(80);

  private final DatabaseWatch watch;

  DatabaseReadiness(DatabaseWatch watch) {
    this.watch = watch;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    DatabaseWatch.Result last = watch.last();
    if (last.isValid()) {
      return Uni.createFrom().item(answer(last));
    }
    // The last answer is old: the platform has frozen the process, or the database is silent.
    return Uni.createFrom()
        .completionStage(watch::ask)
        .ifNoItem()
        .after(MAX_WAIT)
        .recoverWithItem(DatabaseWatch.Result.of(false, "The database does not answer"))
        .map(DatabaseReadiness::answer);
  }

  /** Omits the reason, which is in the log, because the driver's text names hosts and roles. */
  private static HealthCheckResponse answer(DatabaseWatch.Result result) {
    return HealthCheckResponse.named("Database can be written to")
        .status(result.writable())
        .build();
  }
}
