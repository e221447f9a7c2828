package dev.uketsuke.lists;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Bounds the ids of rows that were made in a range of times. Lists are read in the order of ids,
 * which are UUIDs of version 7 and so begin with their time (RFC 9562 §5.7); a bound lets such a
 * list begin and end near the range instead of passing over all that is newer.
 *
 * <p>Guarantee: no row of the range is left out as long as the clock of the instance that made the
 * id and that of the database differ by less than {@link #SKEW}. With more, tokens of the identity
 * provider would be refused long before.
 */
public final class IdsOfTimes {

  private static final Duration SKEW = Duration.ofMinutes(10);

  private static final int VERSION = 0x7000;
  private static final long VARIANT = 0b10L << 62;

  private IdsOfTimes() {}

  /** Returns an id that is lower than that of each row made then or later. */
  public static UUID lowest(Instant from) {
    return first(from.minus(SKEW));
  }

  /** Returns an id that is higher than that of each row made before then. */
  public static UUID highest(Instant before) {
    return first(before.plus(SKEW));
  }

  private static UUID first(Instant at) {
    return new UUID(Math.max(0, at.toEpochMilli()) << 16 | VERSION, VARIANT);
  }
}
