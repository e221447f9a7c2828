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
 * The opaque form of a {@link Position} that clients receive and send back.
 *
 * <p>Guarantee: a cursor is refused if the filters or the sort order differ from those of the list
 * that it came from. Otherwise a client that changes a filter between two pages would miss items
 * without noticing.
 */
final class Cursor {

  private static final int DIGEST_BYTES = 8;
  private static final int BYTES = DIGEST_BYTES + 3 * Long.BYTES;
  private static final long MICROS = 1_000_000;

  private Cursor() {}

  /**
   * Returns the cursor of the page that follows the position.
   *
   * @param scope filters and sort order of the list, as a text that is equal for equal lists
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
   * Returns the position that a cursor stands for.
   *
   * @param scope the same text as for {@link #after}
   * @param cursor the text that a client sent; not null
   * @return the position; empty if the text is not a cursor for this list
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
      // Each cursor has one spelling, so unused bits in its last character must be zero.
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
      throw new IllegalStateException("SHA-256 is missing, which every Java platform has.", e);
    }
  }
}
