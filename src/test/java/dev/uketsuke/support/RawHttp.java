package dev.uketsuke.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/**
 * HTTP by hand over a connection of its own, for what no proper client would send. Text is sent as
 * Latin-1.
 */
public final class RawHttp implements AutoCloseable {

  private final Socket socket;

  private RawHttp(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(60_000);
  }

  public static RawHttp connect(URI base) throws IOException {
    return new RawHttp(new Socket(base.getHost(), base.getPort()));
  }

  /** Connects from another IPv4 address of this machine, as another machine would. */
  public static RawHttp connectFrom(String address, URI base) throws IOException {
    return new RawHttp(new Socket("127.0.0.1", base.getPort(), InetAddress.getByName(address), 0));
  }

  /** Sends one request on a new connection and reads the whole answer. */
  public static Answer exchange(URI base, String request) throws IOException {
    try (var connection = connect(base)) {
      connection.send(request);
      return connection.answer();
    }
  }

  /**
   * A submission of JSON with exactly these further header lines; asks the server to close
   * afterwards.
   */
  public static String submission(Api api, String body, String... headerLines) {
    var lines =
        new ArrayList<>(List.of("POST " + Api.APPLICATIONS + " HTTP/1.1", "Host: localhost"));
    lines.add("Authorization: Bearer " + api.caller().token());
    lines.add("Content-Type: application/json");
    lines.add("Content-Length: " + body.length());
    lines.add("Connection: close");
    lines.addAll(List.of(headerLines));
    return String.join("\r\n", lines) + "\r\n\r\n" + body;
  }

  /** Submits the body over a connection of its own with this very key header value. */
  public static Answer submit(Api api, String keyHeader, String body) throws IOException {
    return exchange(api.base(), submission(api, body, "Idempotency-Key: " + keyHeader));
  }

  public void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Reads until the server closes; an {@link IOException} if it closes without a whole answer. */
  public Answer answer() throws IOException {
    var bytes = socket.getInputStream().readAllBytes();
    var text = new String(bytes, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      throw new IOException("cut off: " + text);
    }
    var lines = text.substring(0, end).split("\r\n");
    var headers = new LinkedHashMap<String, List<String>>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      headers
          .computeIfAbsent(
              lines[i].substring(0, colon).toLowerCase(Locale.ROOT), n -> new ArrayList<>())
          .add(lines[i].substring(colon + 1).trim());
    }
    var body = new ByteArrayOutputStream();
    if (headers.containsKey("transfer-encoding")) {
      dechunk(bytes, end + 4, body);
    } else {
      body.write(bytes, end + 4, bytes.length - end - 4);
    }
    return new Answer(Integer.parseInt(lines[0].split(" ")[1]), headers, body.toByteArray());
  }

  private static void dechunk(byte[] bytes, int from, ByteArrayOutputStream body) {
    int at = from;
    while (true) {
      int lineEnd = at;
      while (bytes[lineEnd] != '\r') {
        lineEnd++;
      }
      int size =
          Integer.parseInt(
              new String(bytes, at, lineEnd - at, StandardCharsets.ISO_8859_1).trim(), 16);
      if (size == 0) {
        return;
      }
      body.write(bytes, lineEnd + 2, size);
      at = lineEnd + 2 + size + 2;
    }
  }

  /** Hangs up, whatever is still to be read. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
