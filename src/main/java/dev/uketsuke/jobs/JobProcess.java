package dev.uketsuke.jobs;

import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.QuarkusApplication;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Runs one job in a process of its own, {@code --job=retention}, and ends; meant for a CronJob.
 *
 * <p>Guarantee: the exit code says whether the job succeeded. The process opens no port, schedules
 * no other job, consumes no topic and needs no identity provider. {@code --job=migrate} only
 * migrates the schema, whatever {@code UKETSUKE_MIGRATE_AT_START} says.
 */
@Singleton
@Unremovable
public class JobProcess implements QuarkusApplication {

  /** The exit code if everything that was due is done. */
  static final int DONE = 0;

  /** The exit code if the job failed; the log says why. */
  static final int FAILED = 1;

  /** The exit code if there is no such job. */
  static final int UNKNOWN = 2;

  /** The exit code if the run reached its limit and more is due, so that the job must run again. */
  static final int UNFINISHED = 3;

  private static final Logger LOG = Logger.getLogger(JobProcess.class);
  private static final String ARGUMENT = "--job";
  private static final String MIGRATE = "migrate";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "uketsuke.kafka.consume", "false",
          "quarkus.http.host-enabled", "false",
          "quarkus.oidc.tenant-enabled", "false",
          "quarkus.scheduler.start-mode", "halted",
          "quarkus.shutdown.delay", "0S",
          "uketsuke.jobs.scheduled", "false");

  private final RunJob runJob;

  JobProcess(RunJob runJob) {
    this.runJob = runJob;
  }

  /**
   * Returns the name of the job in the arguments of the process, {@code --job=retention} or {@code
   * --job retention}. The name is blank if none follows; the result is empty without the argument.
   */
  public static Optional<String> asked(String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].equals(ARGUMENT)) {
        return Optional.of(i + 1 < arguments.length ? arguments[i + 1] : "");
      }
      if (arguments[i].startsWith(ARGUMENT + "=")) {
        return Optional.of(arguments[i].substring(ARGUMENT.length() + 1));
      }
    }
    return Optional.empty();
  }

  /**
   * Switches off the parts that a job does not need. This must be called before the start, which
   * reads these settings.
   *
   * @param job the name of the job
   */
  public static void prepare(String job) {
    SETTINGS.forEach(System::setProperty);
    if (job.equals(MIGRATE)) {
      System.setProperty("uketsuke.migrate-at-start", "true");
    }
  }

  @Override
  public int run(String... arguments) {
    String name = asked(arguments).orElseThrow();
    if (name.equals(MIGRATE)) {
      LOG.info("The schema is up to date");
      return DONE;
    }
    try {
      Optional<JobReport> report = runJob.run(name);
      if (report.isEmpty()) {
        LOG.errorf(
            "There is no job \"%s\"; the jobs are %s, %s",
            name, MIGRATE, String.join(", ", runJob.names()));
        return UNKNOWN;
      }
      return report.get().finished() ? DONE : UNFINISHED;
    } catch (RuntimeException e) {
      LOG.errorf(e, "Job %s failed", name);
      return FAILED;
    }
  }
}
