package dev.uketsuke.proof;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One answer as it stood on the wire.
 *
 * @param headers by their names in lower case
 * @param body one character for each byte, without chunks
 */
record RawAnswer(int status, Map<String, List<String>> headers, String body, String raw) {

  /** Says that what was read is no HTTP answer. */
  static final class NotHttp extends IOException {
    private static final long serialVersionUID = 1L;

    NotHttp(String what) {
      super(what);
    }
  }

  /** Returns the only value of a header; null if there is none. */
  String header(String name) {
    List<String> lines = headers.get(name);
    return lines == null ? null : String.join(", ", lines);
  }

  boolean closes() {
    String connection = header("connection");
    return connection != null && connection.toLowerCase(Locale.ROOT).contains("close");
  }

  /** Returns the body as text. */
  String text() {
    return new String(body.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /**
   * Reads the next final answer; null if the connection has ended.
   *
   * @param method of the request that it answers
   */
  static RawAnswer read(InputStream in, String method) throws IOException {
    while (true) {
      StringBuilder raw = new StringBuilder();
      String line = line(in, raw);
      if (line == null) {
        return null;
      }
      if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9] [ -~]*")) {
        throw new NotHttp("status line: " + line);
      }
      int status = Integer.parseInt(line.substring(9, 12));
      Map<String, List<String>> headers = headers(in, raw);
      if (status < 200 && status != 101) {
        continue;
      }
      String body = body(in, raw, method, status, headers);
      return new RawAnswer(status, headers, body, raw.toString());
    }
  }

  private static Map<String, List<String>> headers(InputStream in, StringBuilder raw)
      throws IOException {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (String line = some(in, raw); !line.isEmpty(); line = some(in, raw)) {
      if (!line.matches("[A-Za-z0-9-]+: ?[ -~]*")) {
        throw new NotHttp("header of an answer: " + line);
      }
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), any -> new ArrayList<>())
          .add(line.substring(colon + 1).trim());
    }
    return headers;
  }

  private static String body(
      InputStream in,
      StringBuilder raw,
      String method,
      int status,
      Map<String, List<String>> headers)
      throws IOException {
    if (method.equals("HEAD") || status == 204 || status == 304) {
      return "";
    }
    if (headers.containsKey("transfer-encoding")) {
      StringBuilder body = new StringBuilder();
      while (true) {
        int size = Integer.parseInt(some(in, raw), 16);
        if (size == 0) {
          some(in, raw);
          return body.toString();
        }
        body.append(take(in, raw, size));
        some(in, raw);
      }
    }
    List<String> lengths = headers.get("content-length");
    if (lengths == null || lengths.size() != 1) {
      throw new NotHttp("an answer " + status + " of no certain length");
    }
    return take(in, raw, Integer.parseInt(lengths.get(0)));
  }

  private static String take(InputStream in, StringBuilder raw, int size) throws IOException {
    String taken = new String(in.readNBytes(size), StandardCharsets.ISO_8859_1);
    raw.append(taken);
    if (taken.length() < size) {
      throw new EOFException("an answer ended early");
    }
    return taken;
  }

  private static String some(InputStream in, StringBuilder raw) throws IOException {
    String line = line(in, raw);
    if (line == null) {
      throw new EOFException("an answer ended early: " + raw);
    }
    return line;
  }

  private static String line(InputStream in, StringBuilder raw) throws IOException {
    int from = raw.length();
    for (int next = in.read(); next >= 0; next = in.read()) {
      raw.append((char) next);
      if (next == '\n') {
        return raw.substring(from).replaceFirst("\\r?\\n$", "");
      }
    }
    if (raw.length() > from) {
      throw new EOFException("an answer ended early: " + raw);
    }
    return null;
  }
}
