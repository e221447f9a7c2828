package dev.uketsuke.jobs;

import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.QuarkusApplication;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Runs one job as a process of its own, {@code --job=retention}, and ends: for a CronJob.
 *
 * <p>Guarantee: the exit code is 0 if and only if the run was done. The process serves nobody,
 * schedules nothing, takes no messages in and does not need the identity provider to be there.
 */
@Singleton
@Unremovable
public class JobProcess implements QuarkusApplication {

  private static final Logger LOG = Logger.getLogger(JobProcess.class);
  private static final String ARGUMENT = "--job=";
  private static final int FAILED = 1;
  private static final int UNKNOWN = 2;

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

  /** The job that the arguments of the process ask for; empty if it is to serve. */
  public static Optional<String> asked(String... arguments) {
    return Arrays.stream(arguments)
        .filter(argument -> argument.startsWith(ARGUMENT))
        .map(argument -> argument.substring(ARGUMENT.length()))
        .findFirst();
  }

  /** Turns off what serves. Before the start, for the start reads these settings. */
  public static void prepare() {
    SETTINGS.forEach(System::setProperty);
  }

  @Override
  public int run(String... arguments) {
    String name = asked(arguments).orElseThrow();
    try {
      if (runJob.run(name).isPresent()) {
        return 0;
      }
      LOG.errorf("there is no job \"%s\"", name);
      return UNKNOWN;
    } catch (RuntimeException e) {
      LOG.errorf(e, "job %s failed", name);
      return FAILED;
    }
  }
}
