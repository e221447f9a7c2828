package dev.uketsuke.idempotency;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * The digest by which a replay is told from a conflict: SHA-256 over the RFC 8785 canonical form of
 * the normalised content.
 *
 * <p>Guarantee: equal content has an equal fingerprint, whatever the order of members, the white
 * space or the escapes are; different content has a different one. The version is the number of the
 * rule by which the digest was made. A stored fingerprint is compared by its own rule, so a new
 * rule never turns a resend into a conflict.
 *
 * @param version the number of the rule; 1 is the only one so far
 * @param digest 32 bytes; not null, not to be changed
 */
public record Fingerprint(int version, byte[] digest) {

  /** The rule by which new fingerprints are made. */
  public static final int CURRENT_VERSION = 1;

  /**
   * Returns the fingerprint of normalised content by the current rule.
   *
   * @param json the content as a JSON object, absent members left out; not null
   * @throws IllegalArgumentException if the text is not a JSON object or array
   */
  public static Fingerprint ofJson(String json) {
    return ofJson(json, CURRENT_VERSION);
  }

  /**
   * Checks whether content has this fingerprint, by the rule under which the fingerprint was made,
   * so that a resend is still recognised after the rule has changed.
   *
   * @param json the content as a JSON object, absent members left out; not null
   * @throws IllegalStateException if this release does not know the rule, because a newer release
   *     stored the fingerprint
   */
  public boolean isOf(String json) {
    return equals(ofJson(json, version));
  }

  private static Fingerprint ofJson(String json, int version) {
    if (version != 1) {
      throw new IllegalStateException(
          "This release does not know version " + version + " of the fingerprint.");
    }
    try {
      byte[] canonical = new JsonCanonicalizer(json).getEncodedUTF8();
      return new Fingerprint(version, IdempotencyKey.sha256(canonical));
    } catch (IOException e) {
      throw new IllegalArgumentException("The content has no canonical form (RFC 8785).", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that
        && version == that.version
        && Arrays.equals(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  /** Returns version and digest, the digest in hexadecimal. */
  @Override
  public String toString() {
    return "v" + version + ":" + HexFormat.of().formatHex(digest);
  }
}
