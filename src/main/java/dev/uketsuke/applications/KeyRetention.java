package dev.uketsuke.applications;

import java.time.DateTimeException;
import java.time.Duration;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads the retention of keys and refuses one too short or too long to make sense.
 *
 * <p>Rules out a key that expires while its client still retries, which would turn a retry into a
 * refusal, and a moment of expiry that no calendar holds.
 */
public final class KeyRetention implements Converter<Duration> {
  private static final long serialVersionUID = 1L;
  private static final Duration LEAST = Duration.ofHours(1);
  private static final Duration MOST = Duration.ofDays(36_500);

  /** Used by the configuration, which makes its converters itself. */
  public KeyRetention() {}

  @Override
  public Duration convert(String value) {
    Duration retention;
    try {
      retention = Duration.parse(value.strip());
    } catch (DateTimeException notADuration) {
      throw refused(value);
    }
    if (retention.compareTo(LEAST) < 0 || retention.compareTo(MOST) > 0) {
      throw refused(value);
    }
    return retention;
  }

  private static IllegalArgumentException refused(String value) {
    return new IllegalArgumentException(
        "UKETSUKE_KEY_RETENTION must be an ISO 8601 duration from PT1H to P36500D, but is \""
            + value
            + "\"");
  }
}
