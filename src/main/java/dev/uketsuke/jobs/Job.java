package dev.uketsuke.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Work that is done at regular times. Every bean of this type can be run by its name.
 *
 * <p>Many instances may run a job at once, and a run may be interrupted at any point; an
 * implementation must tolerate both.
 */
public interface Job {

  /** Returns the name in addresses, arguments, logs and metrics, in lower case. */
  String name();

  /** Returns how often the scheduler runs the job; empty if it runs only when it is asked for. */
  Optional<Duration> every();

  /**
   * Does a bounded part of the work that is due, and returns what was done.
   *
   * @param now the time by the database's clock; what was due at this time is done
   * @throws RuntimeException if part of the work failed; the next run tries again
   */
  JobReport runOnce(Instant now);
}
