package dev.uketsuke.jobs;

import dev.uketsuke.database.DatabaseException;
import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Runs the jobs of this process at their intervals.
 *
 * <p>A run is skipped while the one before is still going on in this process. Several processes may
 * run the same job at once. After a failed run, which is logged, the next one comes at its time.
 */
@Singleton
class JobSchedule {

  private static final Logger LOG = Logger.getLogger(JobSchedule.class);

  void start(
      @Observes StartupEvent started,
      Scheduler scheduler,
      JobSettings settings,
      @All List<Job> jobs,
      RunJob runJob,
      WakeJob wakeJob) {
    if (!settings.scheduled()) {
      return;
    }
    for (Job job : jobs) {
      String name = job.name();
      job.every()
          .ifPresent(
              every ->
                  schedule(
                      scheduler, name, every, wakeJob.add(name, () -> run(name, runJob, wakeJob))));
    }
  }

  private static void schedule(Scheduler scheduler, String name, Duration every, WakeableJob job) {
    scheduler
        .newJob("job-" + name)
        .setInterval(every.toString())
        // The first run is delayed, so that it does not slow the start down.
        .setDelayed(every.toString())
        .setConcurrentExecution(ConcurrentExecution.SKIP)
        .setTask(execution -> job.runIfIdle())
        .schedule();
  }

  private static void run(String name, RunJob runJob, WakeJob wakeJob) {
    try {
      boolean unfinished = runJob.run(name).filter(report -> !report.finished()).isPresent();
      if (unfinished) {
        wakeJob.wake(
            name); // More is due. Waiting for the next interval would fall behind the load.
      }
    } catch (DatabaseException e) {
      // Without a stack trace, because some jobs run each second while the database is unavailable.
      LOG.warnf("Job %s failed; it will run again: %s", name, e.getMessage());
    } catch (RuntimeException e) {
      LOG.errorf(e, "Job %s failed; it will run again", name);
    }
  }
}
