package dev.uketsuke.lists;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/** Where a page of a list ends: the id of its last item, opaque to clients. */
final class Cursor {

  private static final int UUID_BYTES = 16;

  private Cursor() {}

  /** The cursor of the page that follows the item. */
  public static String after(UUID id) {
    byte[] bytes =
        ByteBuffer.allocate(UUID_BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads a cursor.
   *
   * @param cursor what a client sent; not null
   * @return the id, or empty if this is not a cursor of ours
   */
  public static Optional<UUID> read(String cursor) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
      if (bytes.remaining() != UUID_BYTES) {
        return Optional.empty();
      }
      UUID id = new UUID(bytes.getLong(), bytes.getLong());
      // One spelling per cursor: stray bits in the last character are refused.
      return after(id).equals(cursor) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
