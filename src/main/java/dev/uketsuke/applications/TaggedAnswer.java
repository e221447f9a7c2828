package dev.uketsuke.applications;

import dev.uketsuke.http.IfNoneMatch;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    List<String> known = headers.getRequestHeader(HttpHeaders.IF_NONE_MATCH);
    return IfNoneMatch.names('"' + tag.getValue() + '"', known)
        ? Response.notModified(tag).build()
        : Response.ok(json, MediaType.APPLICATION_JSON_TYPE).tag(tag).build();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing, which every Java platform has.", e);
    }
  }
}
