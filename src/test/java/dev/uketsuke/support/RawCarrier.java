package dev.uketsuke.support;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A carrier that books every order and then answers with whatever bytes the test writes. Asked for
 * what is booked, it answers properly: {@code WB-} and the application's id.
 */
public final class RawCarrier implements AutoCloseable {

  /** Writes the answer to an order, for as long as it likes. */
  @FunctionalInterface
  public interface Answer {
    void write(OutputStream line) throws IOException, InterruptedException;
  }

  private final ServerSocket listening;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger orders = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger();
  private volatile Answer answer = line -> {};

  private RawCarrier(ServerSocket listening) {
    this.listening = listening;
  }

  public static RawCarrier start() throws IOException {
    var carrier = new RawCarrier(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    carrier.executor.execute(carrier::accept);
    return carrier;
  }

  public String url() {
    return "http://localhost:" + listening.getLocalPort();
  }

  /** From now on orders are answered with this. */
  public void answer(Answer bytes) {
    answer = bytes;
  }

  /** How many answers are still being written. */
  public int writing() {
    return writing.get();
  }

  /** How many connections were opened. */
  public int connections() {
    return connections.get();
  }

  /** How many orders came. */
  public int orders() {
    return orders.get();
  }

  private void accept() {
    try {
      while (!listening.isClosed()) {
        var socket = listening.accept();
        connections.incrementAndGet();
        executor.execute(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new BufferedInputStream(socket.getInputStream());
      for (var head = head(in); !head.isEmpty(); head = head(in)) {
        if (head.startsWith("GET ")) {
          var id = head.replaceAll("(?s).*[?]applicationId=([^ &]+).*", "$1");
          var body = "{\"items\":[{\"waybillNumber\":\"WB-" + id + "\"}]}";
          var top = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
          socket.getOutputStream().write((top + body.length() + "\r\n\r\n" + body).getBytes());
        } else {
          in.readNBytes(
              Integer.parseInt(head.replaceAll("(?is).*content-length: *(\\d+).*", "$1")));
          orders.incrementAndGet();
          write(socket.getOutputStream());
        }
      }
    } catch (IOException hungUp) {
      // So did the other side.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(OutputStream line) throws IOException, InterruptedException {
    writing.incrementAndGet();
    try {
      answer.write(line);
    } finally {
      writing.decrementAndGet();
    }
  }

  /** Request line and headers; empty at the end. */
  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      head.append((char) next);
      if (head.length() > 3 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
        return head.toString();
      }
    }
    return "";
  }

  /** The same in the bytes of the line. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    listening.close();
    executor.shutdownNow();
  }
}
