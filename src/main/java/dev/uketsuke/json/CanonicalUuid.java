package dev.uketsuke.json;

import java.util.Optional;
import java.util.UUID;

/** Reads a UUID in its one canonical spelling, 8-4-4-4-12 (RFC 9562 §4). */
public final class CanonicalUuid {

  private static final int LENGTH = 36;

  private CanonicalUuid() {}

  /**
   * Returns the UUID that a text spells.
   *
   * @param id the text as it was sent; null is not a UUID
   * @return empty if the text is not a UUID in the canonical spelling
   */
  public static Optional<UUID> parse(String id) {
    try {
      // Java reads 1-1-1-1-1 as a UUID, too; here each id has one spelling.
      return id == null || id.length() != LENGTH
          ? Optional.empty()
          : Optional.of(UUID.fromString(id));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
