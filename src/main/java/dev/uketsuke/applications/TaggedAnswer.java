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
 * A JSON answer with an entity tag, or 304 if the client has it already (RFC 9110 §13.1.2).
 *
 * <p>Guarantee: the tag is strong and made from the very bytes, so it changes if and only if the
 * answer does: by a move, a note or an erasure, and by a version of the service that shows more.
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
   * Compares weakly, as RFC 9110 §13.1.2 has it for this header: proxies that compress turn strong
   * tags into weak ones. Our tags have no commas, so splitting at them is enough to find one.
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
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
