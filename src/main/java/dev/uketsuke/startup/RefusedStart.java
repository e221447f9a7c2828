package dev.uketsuke.startup;

import io.quarkus.runtime.PreventFurtherStepsException;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.jboss.logging.Logger;

/**
 * Ends the process after a start that did not work.
 *
 * <p>Guarantee: a mistake in the configuration is one line on the error stream and an exit code
 * other than zero; only a fault nobody foresaw shows its stack trace. Rules out that an operator
 * has to find the reason in a trace, or that an orchestrator takes the failure for a normal end.
 */
public final class RefusedStart {
  private static final int FAILED = 1;
  private static final Pattern CONVERSION =
      Pattern.compile(
          "(?s).*The config property (\\S+) with the config value \"(.*)\""
              + " threw an Exception whilst being converted (.*)");

  /** Names of settings whose values are not for anybody's eyes; a URL may carry a password. */
  private static final Pattern CONFIDENTIAL =
      Pattern.compile("(?i)ur[il]$|servers$|secret|passw|passphrase|credential|-key$|jaas");

  private RefusedStart() {}

  /** Ends the process because of these reasons; at least one. */
  public static void exit(List<String> reasons) {
    end(FAILED, reasons);
  }

  /**
   * Halts, because an exit would print what the logging held back until its configuration was read,
   * around the one line that counts. What had been started has been stopped by now.
   */
  private static void end(int code, List<String> reasons) {
    System.err.println(line(reasons));
    Runtime.getRuntime().halt(code);
  }

  /**
   * Ends the process with the code given, after saying why if there is a reason.
   *
   * @param code zero after a normal stop
   * @param cause why the start failed; null after a normal stop
   */
  public static void exit(int code, Throwable cause) {
    if (cause != null) {
      reasons(cause).ifPresent(reasons -> end(code, reasons));
      Logger.getLogger(RefusedStart.class).error("The start failed", cause);
    }
    System.exit(code);
  }

  static String line(List<String> reasons) {
    return reasons.stream()
        .map(reason -> reason.replaceAll("\\s+", " "))
        .collect(Collectors.joining("; ", "Uketsuke does not start: ", ""));
  }

  /** What the configuration library says, without the names of its parts, and without secrets. */
  private static String plain(String problem) {
    Matcher conversion = CONVERSION.matcher(problem);
    if (!conversion.matches()) {
      return problem;
    }
    String name = conversion.group(1);
    String value = conversion.group(2);
    String why = conversion.group(3);
    if (!CONFIDENTIAL.matcher(name).find()) {
      return name + " cannot be \"" + value + "\": " + why;
    }
    return name + " cannot be used" + (why.contains(value) ? "" : ": " + why);
  }

  /** SQLSTATE classes 08 and 28, and 3D: no connection, not let in, no such database. */
  private static boolean isAboutConnecting(SQLException failure) {
    return failure.getSQLState() != null && failure.getSQLState().matches("(08|28|3D).*");
  }

  /** The reasons in words if the failure is one that the configuration explains. */
  static Optional<List<String>> reasons(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof ConfigValidationException invalid) {
        return Optional.of(
            IntStream.range(0, invalid.getProblemCount())
                .mapToObj(problem -> plain(invalid.getProblem(problem).getMessage()))
                .toList());
      }
      if (at instanceof SQLException refused && isAboutConnecting(refused)) {
        return Optional.of(List.of("the database cannot be used: " + refused.getMessage()));
      }
      if (at instanceof ConfigException broker) {
        return Optional.of(List.of("the broker's settings are no good: " + broker.getMessage()));
      }
      if (at instanceof QuarkusBindException taken) {
        return Optional.of(
            List.of("port " + taken.getPort() + " cannot be listened on, perhaps it is in use"));
      }
      if (at instanceof ConfigurationException || at instanceof PreventFurtherStepsException) {
        return Optional.ofNullable(at.getMessage()).map(List::of);
      }
    }
    return Optional.empty();
  }
}
