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
 * Runs the jobs where instances live on.
 *
 * <p>A run is skipped while the last one goes on, in this process; that several processes do no
 * harm is the jobs' own affair. A failed run is logged, and the next one comes all the same.
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

  private static void schedule(Scheduler scheduler, String name, Duration every, Waking job) {
    scheduler
        .newJob("job-" + name)
        .setInterval(every.toString())
        // The first run must not compete with what a start has to do.
        .setDelayed(every.toString())
        .setConcurrentExecution(ConcurrentExecution.SKIP)
        .setTask(execution -> job.tick())
        .schedule();
  }

  private static void run(String name, RunJob runJob, WakeJob wakeJob) {
    try {
      boolean unfinished = runJob.run(name).filter(report -> !report.finished()).isPresent();
      if (unfinished) {
        wakeJob.wake(name); // Goes on at once, or the clean-up would never keep up with a busy day.
      }
    } catch (DatabaseException e) {
      // The database is away, and a job that runs every second would say so with a trace each time.
      LOG.warnf("job %s failed, it will run again: %s", name, e.getMessage());
    } catch (RuntimeException e) {
      LOG.errorf(e, "job %s failed; it will run again", name);
    }
  }
}
