package dev.uketsuke.outbox;

import java.time.Duration;
import java.util.function.LongUnaryOperator;

/**
 * Says when to try again.
 *
 * <p>Exponential back-off with full jitter: a random time between zero and a bound that doubles
 * with each attempt, so that messages that failed together do not come back together. What the
 * destination asks for ({@code Retry-After}) is never undercut.
 *
 * @param attempts how many a message gets before it is parked
 * @param first the bound after the first attempt
 * @param most what the bound grows to
 */
record RetryPolicy(int attempts, Duration first, Duration most) {

  private static final int DOUBLINGS = 30;
  private static final Duration LONGEST_WISH = Duration.ofDays(1);

  /** Checks whether all attempts are used up. */
  boolean isExhausted(int made) {
    return made >= attempts;
  }

  /**
   * Returns how long to wait.
   *
   * @param made attempts so far, at least 1
   * @param retryAfter what the destination asked for, zero if nothing; at most a day is granted
   * @param random from 0, included, to its argument, excluded
   */
  Duration delay(int made, Duration retryAfter, LongUnaryOperator random) {
    long factor = 1L << Math.min(made - 1, DOUBLINGS);
    long bound = Math.min(most.toMillis(), Math.multiplyExact(first.toMillis(), factor));
    Duration backOff = Duration.ofMillis(random.applyAsLong(bound + 1));
    return granted(retryAfter).plus(backOff);
  }

  /** Returns the same policy with a bound that grows no further than this. */
  RetryPolicy atMost(Duration longest) {
    return new RetryPolicy(attempts, first, most.compareTo(longest) < 0 ? most : longest);
  }

  /** Returns what is granted of what the destination asked for: at most a day. */
  static Duration granted(Duration retryAfter) {
    return retryAfter.compareTo(LONGEST_WISH) > 0 ? LONGEST_WISH : retryAfter;
  }
}
