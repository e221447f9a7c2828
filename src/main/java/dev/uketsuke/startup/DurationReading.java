package dev.uketsuke.startup;

import java.time.DateTimeException;
import java.time.Duration;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads a duration from the configuration and refuses one that makes no sense.
 *
 * <p>Guarantee: the start stops with a line that names the variable and what it may be, instead of
 * a service that works by a senseless value.
 */
public abstract class DurationReading implements Converter<Duration> {
  private static final long serialVersionUID = 1L;

  private final String variable;
  private final Duration least;
  private final Duration most;

  /**
   * Sets the bounds, both included.
   *
   * @param variable the environment variable, for the message
   */
  protected DurationReading(String variable, Duration least, Duration most) {
    this.variable = variable;
    this.least = least;
    this.most = most;
  }

  @Override
  public final Duration convert(String value) {
    try {
      Duration duration = Duration.parse(value.strip());
      if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
        return duration;
      }
    } catch (DateTimeException notADuration) {
      // Refused below, in the operator's words.
    }
    throw new IllegalArgumentException(
        variable
            + " must be an ISO 8601 duration from "
            + text(least)
            + " to "
            + text(most)
            + ", but is \""
            + value
            + "\"");
  }

  /** Whole days as such: nobody thinks of 36500 days in hours. */
  private static String text(Duration duration) {
    return duration.toDays() > 1 && duration.equals(Duration.ofDays(duration.toDays()))
        ? "P" + duration.toDays() + "D"
        : duration.toString();
  }
}
