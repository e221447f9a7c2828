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
 * Starts the process: in dev mode the service with its embedded parts; in production the service,
 * or the one job that the arguments name, if the configuration is valid.
 *
 * <p>Implementations of {@link BeforeStart} exist in dev mode only; the production artefact
 * contains none. Production therefore cannot fall back on an embedded database or embedded users
 * when a setting is missing: the process names the setting in one line and ends.
 */
@QuarkusMain
public final class Uketsuke {
  private static final Logger LIBRARIES = Logger.getLogger("org.hibernate");

  Uketsuke() {}

  /** Runs the service until the process is told to stop, or runs the job that {@code args} name. */
  public static void main(String... args) {
    // Programs read the numbers in SQL, headers, logs and metrics, so the language of the machine
    // must not change them.
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
    // Libraries log before the configuration is read; those lines would hide a refusal.
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
