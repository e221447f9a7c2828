package dev.uketsuke.client;

import java.time.Duration;

/**
 * How patient the client is.
 *
 * @param attempts how often the submission is sent before the service is asked
 * @param inquiries how often the service is asked
 * @param timeout for one attempt, from the connection to the last byte of the answer; above the
 *     service's own limits, so that the service is the one to say what happened
 * @param firstDelay doubled with every attempt
 * @param longestDelay what the doubling stops at
 * @param longestRetryAfter a longer {@code Retry-After} ends the attempts for now
 */
public record Patience(
    int attempts,
    int inquiries,
    Duration timeout,
    Duration firstDelay,
    Duration longestDelay,
    Duration longestRetryAfter) {

  /** The numbers that the documentation of the service names. */
  public static final Patience DEFAULT =
      new Patience(
          6,
          4,
          Duration.ofSeconds(20),
          Duration.ofMillis(500),
          Duration.ofSeconds(20),
          Duration.ofSeconds(60));

  public Patience {
    if (attempts < 1 || inquiries < 1) {
      throw new IllegalArgumentException("attempts and inquiries must be at least 1");
    }
  }

  /**
   * Returns how long to wait after an attempt: doubled, minus a random part of up to a half, so
   * that clients that were cut off together do not come back together.
   *
   * @param attempt counted from 1
   * @param random from 0 to 1
   */
  Duration backOff(int attempt, double random) {
    double doubled = firstDelay.toMillis() * Math.pow(2, attempt - 1);
    double bound = Math.min(longestDelay.toMillis(), doubled);
    return Duration.ofMillis((long) (bound / 2 + random * bound / 2));
  }
}
