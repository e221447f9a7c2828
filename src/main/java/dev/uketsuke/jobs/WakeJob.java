package dev.uketsuke.jobs;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.context.ManagedExecutor;

/**
 * Has a scheduled job run at once, for who has just made work for it.
 *
 * <p>Guarantee: never waits, whatever the job does. Where the job is not scheduled in this process
 * nothing happens; the schedule of another one finds the work.
 */
@Singleton
public class WakeJob {

  private final Map<String, Waking> jobs = new ConcurrentHashMap<>();
  private final ManagedExecutor executor;

  WakeJob(ManagedExecutor executor) {
    this.executor = executor;
  }

  /** Wakes the job of this name, if there is one here that is scheduled. */
  public void wake(String name) {
    Waking job = jobs.get(name);
    if (job != null) {
      job.wish();
    }
  }

  /** Makes a job one that can be woken; the schedule runs it by what is returned. */
  Waking add(String name, Runnable run) {
    Waking job = new Waking(run, executor);
    jobs.put(name, job);
    return job;
  }

  void stop(@Observes ShutdownEvent event) {
    jobs.clear();
  }
}
