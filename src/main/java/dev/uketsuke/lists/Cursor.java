package dev.uketsuke.lists;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * A {@link Position} as clients get it: opaque, and good only for the list that it came from.
 *
 * <p>Guarantee: a cursor is refused together with other filters or another sort order. Rules out
 * that a client changes a filter between two pages and silently misses items.
 */
final class Cursor {

  private static final int DIGEST_BYTES = 8;
  private static final int BYTES = DIGEST_BYTES + 3 * Long.BYTES;
  private static final long MICROS = 1_000_000;

  private Cursor() {}

  /**
   * Returns the cursor of the page that follows the position.
   *
   * @param scope filters and sort order of the list, in any form that is equal for equal lists
   */
  static String after(String scope, Position position) {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .put(digest(scope))
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, position.at()))
            .putLong(position.id().getMostSignificantBits())
            .putLong(position.id().getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads a cursor.
   *
   * @param scope as it was given to {@link #after}
   * @param cursor what a client sent; not null
   * @return the position, or empty if this is not a cursor of ours for this list
   */
  static Optional<Position> read(String scope, String cursor) {
    try {
      byte[] decoded = Base64.getUrlDecoder().decode(cursor);
      if (decoded.length != BYTES
          || !Arrays.equals(digest(scope), Arrays.copyOf(decoded, DIGEST_BYTES))) {
        return Optional.empty();
      }
      ByteBuffer bytes = ByteBuffer.wrap(decoded, DIGEST_BYTES, BYTES - DIGEST_BYTES);
      long micros = bytes.getLong();
      Instant at =
          Instant.ofEpochSecond(
              Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000);
      Position position = new Position(at, new UUID(bytes.getLong(), bytes.getLong()));
      // Each cursor has one spelling: stray bits in its last character are refused.
      return after(scope, position).equals(cursor) ? Optional.of(position) : Optional.empty();
    } catch (IllegalArgumentException | ArithmeticException notOurs) {
      return Optional.empty();
    }
  }

  private static byte[] digest(String scope) {
    try {
      byte[] whole =
          MessageDigest.getInstance("SHA-256").digest(scope.getBytes(StandardCharsets.UTF_8));
      return Arrays.copyOf(whole, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
