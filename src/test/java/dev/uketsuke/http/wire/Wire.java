package dev.uketsuke.http.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection, written and read byte by byte, for requests no HTTP client would send. */
public final class Wire implements AutoCloseable {
  private final Socket socket;

  public Wire(URI base) throws IOException {
    socket = new Socket(base.getHost(), base.getPort());
    socket.setSoTimeout(30_000);
  }

  public Wire send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public Wire send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** The head of the next answer, with its body as far as its length is stated. */
  public String answer() throws IOException {
    String head = head();
    int length = 0;
    for (String line : head.split("\r\n")) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).trim());
      }
    }
    return head + new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  /** The head of the next answer alone. */
  public String head() throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!bytes.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return bytes.toString(StandardCharsets.UTF_8);
      }
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
