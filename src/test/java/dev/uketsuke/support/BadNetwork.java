package dev.uketsuke.support;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The network between a browser and the service, with a fault where the test wants it.
 *
 * <p>Each has a port, and so an origin and a browser storage, of its own. It adds the caller's
 * token, which stands for the session of a person who is logged in.
 */
public final class BadNetwork implements AutoCloseable {

  /** What becomes of the next submissions, moves and requests to resend. */
  public enum Fault {
    NONE,
    /** The connection is closed before anything reaches the service. */
    CUT_BEFORE,
    /** Half of the body reaches the service. */
    CUT_DURING,
    /** The service does its work; its answer is lost. */
    CUT_AFTER,
    /** The service does its work; its answer waits for {@link #letGo()}. */
    HOLD,
    /** Whatever is asked of the API is lost. */
    DOWN
  }

  private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket server;
  private final AtomicInteger submissions = new AtomicInteger();
  private final CountDownLatch answered = new CountDownLatch(1);
  private final CountDownLatch goes = new CountDownLatch(1);
  private volatile URI upstream;
  private volatile Caller caller;
  private volatile Fault fault = Fault.NONE;
  private volatile int remaining;

  public BadNetwork(URI upstream, Caller caller) throws IOException {
    this.upstream = upstream;
    this.caller = caller;
    this.server = new ServerSocket(0, 100, InetAddress.getByName("localhost"));
    daemon(this::accept);
  }

  public String uri() {
    return "http://localhost:" + server.getLocalPort();
  }

  /** The next submissions meet the fault; {@code DOWN} holds until it is replaced. */
  public void next(Fault next, int times) {
    remaining = times;
    fault = next;
  }

  /** From now on nobody is logged in; null, or somebody again. */
  public void login(Caller next) {
    caller = next;
  }

  /** From now on another instance answers. */
  public void upstream(URI next) {
    upstream = next;
  }

  /** How many times the browser has sent a submission. */
  public int submissions() {
    return submissions.get();
  }

  /** Returns once the service has answered a submission that is held. */
  public void awaitHeld() throws InterruptedException {
    answered.await();
  }

  public void letGo() {
    goes.countDown();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var client = server.accept();
        daemon(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      var in = client.getInputStream();
      var head = head(in);
      if (head == null) {
        return;
      }
      var body = in.readNBytes(length(head));
      pass(head, body, client.getOutputStream());
    } catch (IOException | InterruptedException cut) {
      // The browser learns it the way it would on any network: from a closed connection.
    }
  }

  private void pass(String head, byte[] body, OutputStream client)
      throws IOException, InterruptedException {
    var hit = hit(head);
    if (hit == Fault.CUT_BEFORE || hit == Fault.DOWN) {
      return;
    }
    try (var service = new Socket("localhost", upstream.getPort())) {
      var out = service.getOutputStream();
      out.write(forwarded(head).getBytes(StandardCharsets.ISO_8859_1));
      out.write(body, 0, hit == Fault.CUT_DURING ? body.length / 2 : body.length);
      out.flush();
      if (hit == Fault.CUT_DURING) {
        return;
      }
      var answer = service.getInputStream().readAllBytes();
      if (hit == Fault.HOLD) {
        answered.countDown();
        goes.await();
      }
      if (hit != Fault.CUT_AFTER) {
        client.write(answer);
        client.flush();
      }
    }
  }

  private synchronized Fault hit(String head) {
    if (fault == Fault.DOWN) {
      return head.contains(" /v1/") ? Fault.DOWN : Fault.NONE;
    }
    if (head.startsWith("POST /v1/applications ")) {
      submissions.incrementAndGet();
    } else if (!head.contains("/cancellation ")
        && !head.contains("/transitions ")
        && !head.contains("/outbox/resend")) {
      return Fault.NONE;
    }
    return remaining > 0 && remaining-- > 0 ? fault : Fault.NONE;
  }

  private String forwarded(String head) {
    var lines = new StringBuilder();
    for (var line : head.split("\r\n")) {
      if (!line.toLowerCase(Locale.ROOT).startsWith("connection:")) {
        lines.append(line).append("\r\n");
      }
    }
    var who = caller;
    if (who != null) {
      lines.append("Authorization: Bearer ").append(who.token()).append("\r\n");
    }
    return lines.append("Connection: close\r\n\r\n").toString();
  }

  private static String head(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < HEAD_END.length) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      bytes.write(next);
      matched = next == HEAD_END[matched] ? matched + 1 : next == '\r' ? 1 : 0;
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  private static int length(String head) {
    for (var line : head.split("\r\n")) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        return Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
      }
    }
    return 0;
  }

  private static void daemon(Runnable work) {
    var thread = new Thread(work, "bad-network");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    goes.countDown();
    ((Closeable) server).close();
  }
}
