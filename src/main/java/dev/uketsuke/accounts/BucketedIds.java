package dev.uketsuke.accounts;

import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Random;
import java.util.UUID;

/**
 * Generates ids: UUIDs of version 7 (RFC 9562) whose last 12 bits are the account's bucket.
 *
 * <p>Guarantee: an id is unique, sorts by the millisecond in which it was generated, and contains
 * its bucket ({@link Bucket#in}). The other 62 bits are random. Ids that one process generates in
 * the same millisecond sort in the order of generation, because each adds a random amount to the
 * one before (RFC 9562 §6.2, method 2).
 */
@Singleton
public class BucketedIds {

  private static final long RANDOM_BITS = 62;
  private static final long LIMIT = 1L << RANDOM_BITS;

  /** The size of a random increment; half of the random bits of the next id stay unpredictable. */
  private static final int STEP_BITS = 31;

  private final Clock clock;
  private final Random random;
  private long millis;
  private long last;

  BucketedIds() {
    this(Clock.systemUTC(), new SecureRandom());
  }

  BucketedIds(Clock clock, Random random) {
    this.clock = clock;
    this.random = random;
  }

  /**
   * Returns a new id.
   *
   * @param bucket 0 to 4095
   */
  public synchronized UUID next(int bucket) {
    long now = clock.millis();
    if (now > millis) {
      restart(now);
    } else {
      last += 1 + (random.nextLong() >>> Long.SIZE - STEP_BITS);
      if (last >= LIMIT) {
        restart(millis + 1);
      }
    }
    return id(millis, last, bucket);
  }

  private void restart(long now) {
    millis = now;
    last = random.nextLong() >>> Long.SIZE - RANDOM_BITS;
  }

  /**
   * Returns an id of these parts: 48 bits of time, the version, the upper 12 random bits, the
   * variant, the lower 50 random bits, and the bucket.
   */
  static UUID id(long millis, long random, int bucket) {
    return new UUID(
        millis << 16 | 0x7000 | random >>> 50,
        0b10L << 62 | (random & (1L << 50) - 1) << 12 | bucket);
  }
}
