package dev.uketsuke.warehouse;

import jakarta.ws.rs.core.HttpHeaders;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads an attribute of a CloudEvent from its HTTP header (HTTP binding 1.0, §3.1.3.2).
 *
 * <p>Guarantee: an attribute is read as the same value whether it was quoted or percent-encoded,
 * and different values are never read as the same. One event is therefore never taken for two, nor
 * two for one.
 */
final class AttributeHeader {

  /** The value in place of one that cannot be read; it is not valid for any attribute. */
  private static final String UNREADABLE = "";

  private AttributeHeader() {}

  /**
   * Returns the value of an attribute.
   *
   * @return the value; null if there is no such header; an empty text if the header cannot be read
   *     or is repeated
   */
  static String value(HttpHeaders headers, String name) {
    List<String> lines = headers.getRequestHeader(name);
    if (lines == null || lines.isEmpty()) {
      return null;
    }
    return lines.size() == 1 ? decoded(unquoted(lines.get(0).strip())) : UNREADABLE;
  }

  /** Returns the content of a quoted string (RFC 9110 §5.6.4); other values stay as they are. */
  static String unquoted(String value) {
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
  }

  /** Returns a value decoded from percent-encoded UTF-8; a plus sign stays a plus sign. */
  static String decoded(String value) {
    try {
      byte[] bytes = bytes(value).getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      return UNREADABLE;
    }
  }

  /** Returns the decoded bytes, one character for each byte. */
  private static String bytes(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
    } catch (IllegalArgumentException notEncoded) {
      return value;
    }
  }
}
