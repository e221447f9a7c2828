package dev.uketsuke.idempotency;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * The digest that tells the same content from other content under one key.
 *
 * <p>Guarantee: equal for equal normalised content whatever the order of members, white space or
 * escapes, different for different content (RFC 8785 canonical form, SHA-256). The version says by
 * which rule it was made, so that a later rule never turns an old submission's resend into a
 * conflict.
 *
 * @param version the rule's number; 1 is the only one yet
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
   * Returns whether content has this fingerprint by the rule under which it was stored, so that a
   * resend is still recognised after the rule has changed.
   *
   * @param json the content as a JSON object, absent members left out; not null
   * @throws IllegalStateException if this release does not know the rule: a newer release stored
   *     it, and the outcome is not known here
   */
  public boolean isOf(String json) {
    return equals(ofJson(json, version));
  }

  private static Fingerprint ofJson(String json, int version) {
    if (version != 1) {
      throw new IllegalStateException("fingerprint version " + version + " is not known");
    }
    try {
      byte[] canonical = new JsonCanonicalizer(json).getEncodedUTF8();
      return new Fingerprint(version, IdempotencyKey.sha256(canonical));
    } catch (IOException e) {
      throw new IllegalArgumentException("not canonicalisable", e);
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

  /** Version and digest in hexadecimal. */
  @Override
  public String toString() {
    return "v" + version + ":" + HexFormat.of().formatHex(digest);
  }
}
