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
 * Ends the process after a start that did not work.
 *
 * <p>Guarantee: each mistake in the configuration is one line on the error stream, and the exit
 * code is not zero. Only an unexpected fault shows its stack trace. Rules out that an operator has
 * to find the reason in a trace, or that an orchestrator takes the failure for a normal end.
 */
public final class RefusedStart {
  private static final int FAILED = 1;

  private RefusedStart() {}

  /**
   * Ends the process with the code given, after saying why if there is a reason.
   *
   * @param code zero after a normal stop
   * @param cause why the start failed; null after a normal stop
   */
  public static void exit(int code, Throwable cause) {
    if (cause != null) {
      reasons(cause).ifPresent(RefusedStart::end);
      Logger.getLogger(RefusedStart.class).error("The start failed", cause);
    }
    System.exit(code);
  }

  /**
   * Halts, because an exit would print what the logging held back until its configuration was read,
   * between the lines that count. What had been started has been stopped by now.
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
   * Returns whether the database could not be reached or refused the connection: SQLSTATE classes
   * 08 and 28, and 3D (no such database).
   */
  private static boolean isAboutConnecting(SQLException failure) {
    return failure.getSQLState() != null && failure.getSQLState().matches("(08|28|3D).*");
  }

  /** Returns the reasons in words if the configuration explains the failure. */
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
            List.of("the settings of the broker are wrong (KAFKA_...): " + broker.getMessage()));
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
