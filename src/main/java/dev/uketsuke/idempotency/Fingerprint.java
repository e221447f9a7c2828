package dev.uketsuke.idempotency;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The digest by which a replay is told from a conflict: SHA-256 over the RFC 8785 canonical form of
 * the normalised content.
 *
 * <p>Guarantee: equal content has an equal fingerprint, whatever the order of members, the white
 * space or the escapes are; different content has a different one. The version is the number of the
 * rule by which the digest was made ({@link FingerprintRules}). Content is compared by the rule of
 * the stored fingerprint ({@link #compare}), so a new rule never turns a resend into a conflict.
 *
 * @param version the number of the rule
 * @param digest 32 bytes; not null, not to be changed
 */
public record Fingerprint(int version, byte[] digest) {

  /** How content relates to a stored fingerprint. */
  public enum Comparison {
    /** The content has this fingerprint. */
    SAME,
    /** The content has another one. */
    OTHER,
    /** This release does not know the rule, because a newer release stored the fingerprint. */
    UNKNOWN_RULE
  }

  /**
   * Returns the fingerprint of normalised content by the current rule.
   *
   * @param json the content as a JSON object, absent members left out; not null
   * @throws IllegalArgumentException if the text is not a JSON object or array
   */
  public static Fingerprint ofJson(String json) {
    return FingerprintRules.OF_THIS_RELEASE.apply(json);
  }

  /**
   * Returns the fingerprint by one rule, for digests that are stored without a version.
   *
   * @param version of a rule that this release knows
   * @throws java.util.NoSuchElementException if it does not know it
   */
  public static Fingerprint ofJson(String json, int version) {
    return FingerprintRules.OF_THIS_RELEASE.apply(version, json).orElseThrow();
  }

  /**
   * Compares content with this fingerprint by the rule under which it was stored.
   *
   * @param json the content as a JSON object, absent members left out; not null
   */
  public Comparison compare(String json) {
    return compare(json, FingerprintRules.OF_THIS_RELEASE);
  }

  Comparison compare(String json, FingerprintRules rules) {
    return rules
        .apply(version, json)
        .map(other -> equals(other) ? Comparison.SAME : Comparison.OTHER)
        .orElse(Comparison.UNKNOWN_RULE);
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
