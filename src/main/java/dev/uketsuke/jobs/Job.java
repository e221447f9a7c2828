package dev.uketsuke.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Work that is due by time. Every bean of this type can be run by its name.
 *
 * <p>A job must bear being run by many instances at once and being cut off anywhere.
 */
public interface Job {

  /** Its name in addresses, arguments, logs and metrics; lower case. */
  String name();

  /** How often it runs where instances live on; empty if only when asked to. */
  Optional<Duration> every();

  /**
   * One bounded run.
   *
   * @param now the database's clock, asked once for the run: what is due is due by this moment
   * @return what was done
   * @throws RuntimeException if part of it could not be done; the next run tries again
   */
  JobReport runOnce(Instant now);
}
