package dev.uketsuke;

import dev.uketsuke.jobs.JobProcess;
import dev.uketsuke.startup.BeforeStart;
import dev.uketsuke.startup.RefusedStart;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Starts the service: in dev mode with the embedded parts, in production only if the configuration
 * makes sense.
 *
 * <p>Whatever {@link BeforeStart} finds exists in dev mode alone; the production artefact carries
 * none. So production cannot fall back on an embedded database or embedded users when something is
 * missing: it says what is missing in one line and ends.
 */
@QuarkusMain
public final class Uketsuke {
  private static final Logger LIBRARIES = Logger.getLogger("org.hibernate");

  Uketsuke() {}

  /** Runs until the process is told to stop, or runs the one job that {@code args} ask for. */
  public static void main(String... args) {
    // Whatever the machine's language is: numbers in SQL, headers, logs and metrics are for
    // programs.
    Locale.setDefault(Locale.ROOT);
    List<BeforeStart> embedded =
        ServiceLoader.load(BeforeStart.class).stream().map(ServiceLoader.Provider::get).toList();
    if (embedded.isEmpty()) {
      runInProduction(args);
    } else {
      embedded.forEach(BeforeStart::prepare);
      Quarkus.run(args);
    }
  }

  private static void runInProduction(String... args) {
    // What libraries say of themselves before the configuration is read would bury a refusal.
    LIBRARIES.setLevel(Level.WARNING);
    Optional<String> job = JobProcess.asked(args);
    if (job.isPresent()) {
      JobProcess.prepare(job.get());
      Quarkus.run(JobProcess.class, RefusedStart::exit, args);
    } else {
      Quarkus.run(null, RefusedStart::exit, args);
    }
  }
}
