package dev.uketsuke.startup;

import io.quarkus.runtime.PreventFurtherStepsException;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  private RefusedStart() {}

  /** Ends the process because of these reasons; at least one. */
  public static void exit(List<String> reasons) {
    System.err.println(line(reasons));
    System.exit(FAILED);
  }

  /**
   * Ends the process with the code given, after saying why if there is a reason.
   *
   * @param code zero after a normal stop
   * @param cause why the start failed; null after a normal stop
   */
  public static void exit(int code, Throwable cause) {
    if (cause != null) {
      reasons(cause)
          .ifPresentOrElse(
              reasons -> System.err.println(line(reasons)),
              () -> Logger.getLogger(RefusedStart.class).error("The start failed", cause));
    }
    System.exit(code);
  }

  static String line(List<String> reasons) {
    return reasons.stream()
        .map(reason -> reason.replaceAll("\\s+", " "))
        .collect(Collectors.joining("; ", "Uketsuke does not start: ", ""));
  }

  /** The reasons in words if the failure is one that the configuration explains. */
  static Optional<List<String>> reasons(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof ConfigValidationException invalid) {
        return Optional.of(
            IntStream.range(0, invalid.getProblemCount())
                .mapToObj(problem -> invalid.getProblem(problem).getMessage())
                .toList());
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
