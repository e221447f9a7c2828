package dev.uketsuke.database;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long the service waits for PostgreSQL. When a limit is reached, the client is answered. */
@ConfigMapping(prefix = "uketsuke.database")
public interface DatabaseLimits {
  /**
   * How long a statement waits for a row that another transaction holds, {@code
   * UKETSUKE_DATABASE_LOCK_TIMEOUT}. A submission that waits longer is answered "in progress".
   */
  @WithDefault("PT2S")
  @Limits(least = "PT0.001S", most = "P1D")
  Duration lockTimeout();

  /**
   * How long an inquiry waits for an open submission before it answers "in progress", {@code
   * UKETSUKE_DATABASE_INQUIRY_LOCK_TIMEOUT}. It is short, because a person may be waiting, and must
   * not be longer than {@code UKETSUKE_DATABASE_LOCK_TIMEOUT}.
   */
  @WithDefault("PT0.2S")
  @Limits(least = "PT0.001S", most = "P1D")
  Duration inquiryLockTimeout();

  /**
   * How long a statement may run, {@code UKETSUKE_DATABASE_STATEMENT_TIMEOUT}. It must be longer
   * than {@code UKETSUKE_DATABASE_LOCK_TIMEOUT}, which would never take effect otherwise.
   */
  @WithDefault("PT5S")
  @Limits(least = "PT0.001S", most = "P1D")
  Duration statementTimeout();

  /**
   * How long the service waits for a server that sends nothing, {@code
   * UKETSUKE_DATABASE_SOCKET_TIMEOUT}. It must be longer than {@code
   * UKETSUKE_DATABASE_STATEMENT_TIMEOUT}, so that a working server can report a time-out first.
   */
  @WithDefault("PT10S")
  @Limits(least = "PT0.001S", most = "P1D")
  Duration socketTimeout();
}
