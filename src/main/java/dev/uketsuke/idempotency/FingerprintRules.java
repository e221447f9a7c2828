package dev.uketsuke.idempotency;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * The rules by which a release makes fingerprints, each under the number that is stored beside the
 * digest.
 *
 * <p>A rule is never changed or removed, because stored fingerprints are compared by it. A new rule
 * takes two releases: the first one knows it, and the next one makes new fingerprints by it. So
 * each release can compare what the next one stores while both run.
 *
 * @param current the number of the rule for new fingerprints
 * @param known the rules by number: each makes a digest of the JSON text of normalised content
 */
record FingerprintRules(int current, Map<Integer, Function<String, byte[]>> known) {

  /** Rule 1: SHA-256 over the RFC 8785 canonical form (contract §3.1). */
  static final FingerprintRules OF_THIS_RELEASE =
      new FingerprintRules(1, Map.of(1, FingerprintRules::canonical));

  /** Returns the fingerprint by the current rule. */
  Fingerprint apply(String json) {
    return apply(current, json).orElseThrow();
  }

  /** Returns the fingerprint by one rule; empty if this release does not know the rule. */
  Optional<Fingerprint> apply(int version, String json) {
    return Optional.ofNullable(known.get(version))
        .map(rule -> new Fingerprint(version, rule.apply(json)));
  }

  private static byte[] canonical(String json) {
    try {
      return IdempotencyKey.sha256(new JsonCanonicalizer(json).getEncodedUTF8());
    } catch (IOException e) {
      throw new IllegalArgumentException("not canonicalisable", e);
    }
  }
}
