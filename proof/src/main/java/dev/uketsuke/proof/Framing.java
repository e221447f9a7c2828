package dev.uketsuke.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads bytes as RFC 9112 defines requests, independently of the service, so that its answers can
 * be compared with what was really sent.
 */
final class Framing {

  /** How the bytes end behind the last whole request. */
  enum End {
    /** Nothing follows, or what follows is behind a request that closes the connection. */
    COMPLETE,
    /** What follows is begun and may become a request. */
    INCOMPLETE,
    /** What follows must be refused, and nothing behind it may be read as a request. */
    INVALID,
    /** The standard leaves several readings open. */
    OPEN
  }

  /**
   * One request.
   *
   * @param headers by their names in lower case
   * @param closes whether the client asks to close the connection behind it
   */
  record Request(
      String method,
      String target,
      boolean http10,
      Map<String, List<String>> headers,
      String body,
      boolean closes) {

    /** Returns the value of a header that stands there once; null otherwise. */
    String only(String name) {
      List<String> lines = headers.getOrDefault(name, List.of());
      return lines.size() == 1 ? lines.get(0) : null;
    }
  }

  record Reading(List<Request> requests, End end) {}

  private static final int LONGEST_SURELY_GOOD_LINE = 3_500;
  private static final int LONGEST_SURELY_GOOD_HEAD = 15_000;

  private final String bytes;
  private int at;

  private Framing(String bytes) {
    this.bytes = bytes;
  }

  /** Stops the reading. */
  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1L;
    private final End end;

    Stop(End end) {
      super(null, null, false, false);
      this.end = end;
    }
  }

  /**
   * Reads requests until the bytes end or cannot be read any further.
   *
   * @param bytes one character for each byte
   */
  static Reading read(String bytes) {
    Framing framing = new Framing(bytes);
    List<Request> requests = new ArrayList<>();
    try {
      while (framing.at < bytes.length()) {
        Request request = framing.request();
        requests.add(request);
        if (request.closes()) {
          break;
        }
      }
      return new Reading(requests, End.COMPLETE);
    } catch (Stop stop) {
      return new Reading(requests, stop.end);
    }
  }

  private Request request() throws Stop {
    char first = bytes.charAt(at);
    if (first <= ' ' || first >= 0x7f && first < 0xa1) {
      // Empty lines in front may be passed over (§2.2), and the server does so with more than
      // those.
      throw new Stop(End.OPEN);
    }
    int head = at;
    String line = line();
    String[] words = line.split(" ", -1);
    if (words.length != 3 || !isToken(words[0]) || words[1].isEmpty() || !isVisible(words[1])) {
      throw new Stop(words.length < 3 || !isToken(words[0]) ? End.INVALID : End.OPEN);
    }
    if (!words[2].matches("HTTP/1\\.[01]")) {
      throw new Stop(End.INVALID);
    }
    boolean http10 = words[2].endsWith("0");
    if (line.length() > LONGEST_SURELY_GOOD_LINE) {
      throw new Stop(End.OPEN);
    }
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (String header = line(); !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      if (header.charAt(0) == ' ' || header.charAt(0) == '\t') {
        throw new Stop(End.OPEN); // A folded line (§5.2).
      }
      if (colon < 1 || !isToken(header.substring(0, colon)) || !isValue(header, colon + 1)) {
        throw new Stop(End.INVALID);
      }
      headers
          .computeIfAbsent(
              header.substring(0, colon).toLowerCase(Locale.ROOT), any -> new ArrayList<>())
          .add(strip(header.substring(colon + 1)));
    }
    if (at - head > LONGEST_SURELY_GOOD_HEAD) {
      throw new Stop(End.OPEN);
    }
    String body = body(http10, headers);
    boolean closes = http10 || lists(headers, "connection", "close");
    return new Request(words[0], words[1], http10, headers, body, closes);
  }

  private String body(boolean http10, Map<String, List<String>> headers) throws Stop {
    List<String> codings = headers.getOrDefault("transfer-encoding", List.of());
    List<String> lengths = headers.getOrDefault("content-length", List.of());
    if (headers.getOrDefault("host", List.of()).size() > 1) {
      throw new Stop(End.INVALID);
    }
    if (!codings.isEmpty()) {
      if (http10 || !lengths.isEmpty() || codings.size() > 1) {
        throw new Stop(End.INVALID);
      }
      if (!codings.get(0).equalsIgnoreCase("chunked")) {
        throw new Stop(End.INVALID);
      }
      return chunks();
    }
    if (lengths.isEmpty()) {
      return "";
    }
    if (lengths.size() > 1 || !lengths.get(0).matches("[0-9]{1,18}")) {
      throw new Stop(End.INVALID);
    }
    return take(Long.parseLong(lengths.get(0)));
  }

  private String chunks() throws Stop {
    StringBuilder body = new StringBuilder();
    while (true) {
      String line = line();
      int end = 0;
      while (end < line.length() && Character.digit(line.charAt(end), 16) >= 0) {
        end++;
      }
      if (end == 0 || end > 15) {
        throw new Stop(End.INVALID);
      }
      String extension = line.substring(end);
      if (!extension.isEmpty() && !extension.matches("(;[\\w-]+(=(\\w+|\"[\\w ;,]*\"))?)+")) {
        throw new Stop(End.OPEN);
      }
      long size = Long.parseLong(line.substring(0, end), 16);
      if (size == 0) {
        break;
      }
      body.append(take(size));
      if (!take(2).equals("\r\n")) {
        throw new Stop(End.INVALID);
      }
    }
    for (String trailer = line(); !trailer.isEmpty(); trailer = line()) {
      int colon = trailer.indexOf(':');
      if (colon < 1 || !isToken(trailer.substring(0, colon)) || !isValue(trailer, colon + 1)) {
        throw new Stop(End.OPEN);
      }
    }
    return body.toString();
  }

  private String take(long length) throws Stop {
    if (at + length > bytes.length()) {
      throw new Stop(End.INCOMPLETE);
    }
    String taken = bytes.substring(at, at + (int) length);
    at += (int) length;
    return taken;
  }

  private String line() throws Stop {
    int end = bytes.indexOf('\n', at);
    String line = bytes.substring(at, end < 0 ? bytes.length() : end);
    if (end < 0) {
      // The server may refuse at once what is wrong in the part that it has.
      throw new Stop(line.matches("[\\x20-\\x7e]*\\r?") ? End.INCOMPLETE : End.OPEN);
    }
    at = end + 1;
    if (!line.endsWith("\r") || line.indexOf('\r') < line.length() - 1) {
      throw new Stop(End.INVALID);
    }
    return line.substring(0, line.length() - 1);
  }

  private static boolean lists(Map<String, List<String>> headers, String name, String word) {
    return headers.getOrDefault(name, List.of()).stream()
        .flatMap(line -> List.of(line.split(",")).stream())
        .anyMatch(each -> each.trim().equalsIgnoreCase(word));
  }

  private static boolean isToken(String text) {
    return text.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  }

  private static boolean isVisible(String text) {
    return text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static boolean isValue(String line, int from) {
    return line.substring(from).chars().allMatch(c -> c == '\t' || c >= ' ' && c != 0x7f);
  }

  private static String strip(String value) {
    return value.replaceAll("^[ \\t]+|[ \\t]+$", "");
  }
}
