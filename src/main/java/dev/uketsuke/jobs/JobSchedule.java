package dev.uketsuke.jobs;

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
      RunJob runJob) {
    if (!settings.scheduled()) {
      return;
    }
    for (Job job : jobs) {
      job.every().ifPresent(every -> schedule(scheduler, job.name(), every, runJob));
    }
  }

  private static void schedule(Scheduler scheduler, String name, Duration every, RunJob runJob) {
    scheduler
        .newJob("job-" + name)
        .setInterval(every.toString())
        // The first run must not compete with what a start has to do.
        .setDelayed(every.toString())
        .setConcurrentExecution(ConcurrentExecution.SKIP)
        .setTask(execution -> run(name, runJob))
        .schedule();
  }

  private static void run(String name, RunJob runJob) {
    try {
      runJob.run(name);
    } catch (RuntimeException e) {
      LOG.errorf(e, "job %s failed; it will run again", name);
    }
  }
}
