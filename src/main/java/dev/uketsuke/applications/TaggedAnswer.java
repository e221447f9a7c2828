package dev.uketsuke.applications;

import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Makes a JSON answer with an entity tag, or a 304 if the client's copy is still the same (RFC 9110
 * §13.1.2).
 *
 * <p>Guarantee: the tag is a digest of the bytes of the answer, so it changes if and only if the
 * answer changes, for example by a move, a note, an erasure or a new version of the service.
 */
final class TaggedAnswer {

  private static final int TAG_BYTES = 16;

  private TaggedAnswer() {}

  static Response of(byte[] json, HttpHeaders headers) {
    EntityTag tag = new EntityTag(HexFormat.of().formatHex(sha256(json), 0, TAG_BYTES));
    return isKnown(tag, headers.getRequestHeader(HttpHeaders.IF_NONE_MATCH))
        ? Response.notModified(tag).build()
        : Response.ok(json, MediaType.APPLICATION_JSON_TYPE).tag(tag).build();
  }

  /**
   * Checks whether the client's tags contain this one. The comparison is weak, as RFC 9110 §13.1.2
   * requires for this header, because proxies that compress make strong tags weak. Our tags contain
   * no comma, so the header can be split at commas.
   */
  private static boolean isKnown(EntityTag tag, List<String> lines) {
    String quoted = '"' + tag.getValue() + '"';
    return lines != null
        && lines.stream()
            .flatMap(line -> Arrays.stream(line.split(",")))
            .map(String::strip)
            .anyMatch(
                sent -> sent.equals("*") || sent.equals(quoted) || sent.equals("W/" + quoted));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing, which every Java platform has.", e);
    }
  }
}
