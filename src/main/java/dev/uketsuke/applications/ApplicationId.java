package dev.uketsuke.applications;

import java.util.Optional;
import java.util.UUID;

/** Reads an application's id as clients send it. */
public final class ApplicationId {

  private static final int LENGTH = 36;

  private ApplicationId() {}

  /**
   * Parses.
   *
   * @param id what was sent; null is no id
   * @return empty if this is not a UUID, and so no application of ours
   */
  public static Optional<UUID> parse(String id) {
    try {
      // Java also takes 1-1-1-1-1 for a UUID; one application has one address.
      return id == null || id.length() != LENGTH
          ? Optional.empty()
          : Optional.of(UUID.fromString(id));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
