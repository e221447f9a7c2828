package dev.uketsuke.jobs;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.context.ManagedExecutor;

/**
 * Starts a scheduled job soon, because there is new work for it.
 *
 * <p>Guarantee: the caller never waits for the job. If the job is not scheduled in this process,
 * nothing happens; a process that schedules it finds the work at its next interval.
 */
@Singleton
public class WakeJob {

  private final Map<String, WakeableJob> jobs = new ConcurrentHashMap<>();
  private final ManagedExecutor executor;

  WakeJob(ManagedExecutor executor) {
    this.executor = executor;
  }

  /** Starts the job of this name soon, if it is scheduled in this process. */
  public void wake(String name) {
    WakeableJob job = jobs.get(name);
    if (job != null) {
      job.wake();
    }
  }

  /** Adds a job that can be woken, and returns it for the schedule to run. */
  WakeableJob add(String name, Runnable run) {
    WakeableJob job = new WakeableJob(run, executor);
    jobs.put(name, job);
    return job;
  }

  void stop(@Observes ShutdownEvent event) {
    jobs.clear();
  }
}
