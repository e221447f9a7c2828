package dev.uketsuke.warehouse;

import jakarta.ws.rs.core.HttpHeaders;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads an attribute of a CloudEvent from its HTTP header: HTTP binding 1.0, §3.1.3.2.
 *
 * <p>Guarantee: one attribute has one reading, whether it was quoted or encoded, and two attributes
 * are never read as the same. Rules out that one event is taken for two, or two for one.
 */
final class AttributeHeader {

  /** Passes for no attribute. */
  private static final String UNREADABLE = "";

  private AttributeHeader() {}

  /**
   * Reads.
   *
   * @return null if there is no such header; empty if it cannot be read, or there are several
   */
  static String value(HttpHeaders headers, String name) {
    List<String> lines = headers.getRequestHeader(name);
    if (lines == null || lines.isEmpty()) {
      return null;
    }
    return lines.size() == 1 ? decoded(unquoted(lines.get(0).strip())) : UNREADABLE;
  }

  /** A quoted string of RFC 9110 §5.6.4, which the binding allows to receive. */
  static String unquoted(String value) {
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
  }

  /** Percent-encoded UTF-8, in which a plus means itself. */
  static String decoded(String value) {
    try {
      byte[] bytes = bytes(value).getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      return UNREADABLE;
    }
  }

  /** One character for each byte, as headers come. */
  private static String bytes(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
    } catch (IllegalArgumentException notEncoded) {
      return value;
    }
  }
}
