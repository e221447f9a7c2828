package dev.uketsuke.startup;

import io.quarkus.runtime.PreventFurtherStepsException;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.jboss.logging.Logger;

/**
 * Ends the process after a failed start.
 *
 * <p>Guarantee: each mistake in the configuration is reported in one line on the error stream, and
 * the exit code is not zero, so that an orchestrator does not take the failure for a normal end.
 * Only an unexpected exception is logged with its stack trace.
 */
public final class RefusedStart {
  private static final int FAILED = 1;

  private RefusedStart() {}

  /**
   * Ends the process, after reporting why the start failed if it did.
   *
   * @param code the exit code; zero after a normal stop
   * @param cause the reason why the start failed; null after a normal stop
   */
  public static void exit(int code, Throwable cause) {
    if (cause != null) {
      reasons(cause).ifPresent(RefusedStart::end);
      Logger.getLogger(RefusedStart.class).error("The start failed", cause);
    }
    System.exit(code);
  }

  /**
   * Prints the reasons and halts the JVM. A normal exit would also print the log lines that were
   * buffered until logging was configured, and hide the reasons among them. All parts that had been
   * started have been stopped before this method is called.
   */
  private static void end(List<String> reasons) {
    System.err.println(lines(reasons));
    Runtime.getRuntime().halt(FAILED);
  }

  static String lines(List<String> reasons) {
    return reasons.stream()
        .map(reason -> "Uketsuke does not start: " + reason.replaceAll("[\\s\\p{Cntrl}]+", " "))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /**
   * Checks whether the database could not be reached or refused the connection (SQLSTATE classes 08
   * and 28, and 3D, which means that there is no such database).
   */
  private static boolean isAboutConnecting(SQLException failure) {
    return failure.getSQLState() != null && failure.getSQLState().matches("(08|28|3D).*");
  }

  /**
   * Returns the reasons as sentences if the configuration or the environment caused the failure.
   */
  static Optional<List<String>> reasons(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof ConfigValidationException invalid) {
        return Optional.of(WrongSettings.lines(invalid));
      }
      if (at instanceof SQLException refused && isAboutConnecting(refused)) {
        return Optional.of(List.of("the database cannot be used: " + refused.getMessage()));
      }
      if (at instanceof ConfigException broker) {
        return Optional.of(
            List.of("a setting of the broker (KAFKA_...) is wrong: " + broker.getMessage()));
      }
      if (at instanceof QuarkusBindException taken) {
        return Optional.of(
            List.of("port " + taken.getPort() + " cannot be opened; perhaps it is in use"));
      }
      if (at instanceof ConfigurationException || at instanceof PreventFurtherStepsException) {
        return Optional.ofNullable(at.getMessage()).map(List::of);
      }
    }
    return Optional.empty();
  }
}
