package dev.uketsuke.outbox;

import java.time.Duration;
import java.util.function.LongUnaryOperator;

/**
 * Decides how long to wait before the next attempt.
 *
 * <p>The back-off is exponential with full jitter: a random time between zero and a bound that
 * doubles with each attempt, so that messages that failed together are not tried again together.
 * The time in {@code Retry-After} is always waited for, up to a day.
 *
 * @param attempts the number of attempts before a message is parked
 * @param first the bound after the first attempt
 * @param most the greatest value of the bound
 */
record RetryPolicy(int attempts, Duration first, Duration most) {

  private static final int DOUBLINGS = 30;
  private static final Duration MAX_RETRY_AFTER = Duration.ofDays(1);

  /** Checks whether all attempts are used up. */
  boolean isExhausted(int made) {
    return made >= attempts;
  }

  /**
   * Returns how long to wait.
   *
   * @param made the number of attempts so far, at least 1
   * @param retryAfter the time that the destination asked for, zero if none; more than a day counts
   *     as a day
   * @param random returns a random number from 0, inclusive, to its argument, exclusive
   */
  Duration delay(int made, Duration retryAfter, LongUnaryOperator random) {
    long factor = 1L << Math.min(made - 1, DOUBLINGS);
    long bound = Math.min(most.toMillis(), Math.multiplyExact(first.toMillis(), factor));
    Duration backOff = Duration.ofMillis(random.applyAsLong(bound + 1));
    return granted(retryAfter).plus(backOff);
  }

  /** Returns the policy with a smaller greatest value of the bound. */
  RetryPolicy atMost(Duration longest) {
    return new RetryPolicy(attempts, first, most.compareTo(longest) < 0 ? most : longest);
  }

  /** Returns the time that the destination asked for, at most a day. */
  static Duration granted(Duration retryAfter) {
    return retryAfter.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : retryAfter;
  }
}
