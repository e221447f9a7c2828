package dev.uketsuke.requests;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.regex.Pattern;

/** The header {@code traceparent} (W3C Trace Context §3.2). */
public final class Traceparent {

  private static final String HEADER = "traceparent";

  /** Version, trace id, parent id and flags; version ff and ids of only zeros are invalid. */
  private static final Pattern WELL_FORMED =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static final int ID_BEGIN = 3;
  private static final int ID_END = 35;

  private Traceparent() {}

  /** Returns the value in the headers of a request; null if there is none or it is malformed. */
  public static String of(MultiMap headers) {
    if (!headers.contains(HEADER)) {
      return null;
    }
    List<String> lines = headers.getAll(HEADER);
    return lines.size() == 1 ? wellFormed(lines.get(0)) : null;
  }

  /** Returns the value without surrounding white space; null if it is null or malformed. */
  public static String wellFormed(String value) {
    return value != null && WELL_FORMED.matcher(value.strip()).matches() ? value.strip() : null;
  }

  /** Returns the id of the trace: 32 hexadecimal digits of a well-formed value. */
  static String traceId(String wellFormed) {
    return wellFormed.substring(ID_BEGIN, ID_END);
  }
}
