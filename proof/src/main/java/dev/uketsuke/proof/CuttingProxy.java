package dev.uketsuke.proof;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The network between the instances and PostgreSQL. It follows the protocol (version 3), so that it
 * can cut a connection before, in or after the work of a round trip, which is where the commit of a
 * submission lies.
 */
final class CuttingProxy implements AutoCloseable {

  /** Where the next connection that does work is cut. */
  enum Cut {
    /** The server never gets the messages. */
    BEFORE,
    /** The server gets the messages and loses its client at once. */
    DURING,
    /** The server has answered; its client never learns of it. */
    AFTER
  }

  private static final int START = 196608;
  private static final int CANCEL = 80877102;

  private final ServerSocket server;
  private final int target;
  private final AtomicReference<Cut> next = new AtomicReference<>();
  private final AtomicInteger cuts = new AtomicInteger();

  CuttingProxy(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 200, InetAddress.getByName("localhost"));
    daemon(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Cuts the next connection that sends work to the server. */
  void cut(Cut where) {
    next.set(where);
  }

  /** Cuts no further connection. */
  void spare() {
    next.set(null);
  }

  /** Returns how many connections were cut. */
  int cuts() {
    return cuts.get();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        daemon(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket upstream = new Socket("localhost", target)) {
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(client.getInputStream());
      OutputStream out = upstream.getOutputStream();
      if (!begin(in, out, client, upstream)) {
        return;
      }
      AtomicReference<Cut> after = new AtomicReference<>();
      daemon(() -> back(client, upstream, after));
      requests(in, out, after);
    } catch (IOException cut) {
      // Either side learns it from its closed connection.
    }
  }

  /** Passes the messages without a type that begin a connection; false if no session follows. */
  private static boolean begin(DataInputStream in, OutputStream out, Socket client, Socket upstream)
      throws IOException {
    while (true) {
      byte[] message = body(in, in.readInt());
      int code = number(message, 4);
      out.write(message);
      out.flush();
      if (code == START) {
        return true;
      }
      if (code == CANCEL) {
        return false;
      }
      // A question about encryption is answered by one byte.
      int answer = upstream.getInputStream().read();
      if (answer < 0) {
        return false;
      }
      client.getOutputStream().write(answer);
      client.getOutputStream().flush();
    }
  }

  private void requests(DataInputStream in, OutputStream out, AtomicReference<Cut> after)
      throws IOException {
    java.io.ByteArrayOutputStream batch = new java.io.ByteArrayOutputStream();
    boolean works = false;
    while (true) {
      int type = in.read();
      if (type < 0) {
        return;
      }
      batch.write(type);
      batch.write(body(in, in.readInt()));
      works |= type == 'E';
      if (type == 'P' || type == 'B' || type == 'D' || type == 'E' || type == 'C') {
        continue; // The batch ends with Sync, and only then does the server commit.
      }
      Cut cut = works && type == 'S' ? next.getAndSet(null) : null;
      works = false;
      if (cut != null) {
        cuts.incrementAndGet();
      }
      if (cut == Cut.BEFORE) {
        return;
      }
      if (cut == Cut.AFTER) {
        after.set(cut);
      }
      batch.writeTo(out);
      out.flush();
      batch.reset();
      if (cut == Cut.DURING) {
        return;
      }
    }
  }

  /** Passes what the server says, until an answer is to be lost. */
  private static void back(Socket client, Socket upstream, AtomicReference<Cut> after) {
    try (client;
        upstream) {
      InputStream in = upstream.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] buffer = new byte[16384];
      int length;
      while ((length = in.read(buffer)) >= 0) {
        if (after.get() != null) {
          if (endsWithReady(buffer, length)) {
            return; // The server has committed.
          }
          continue;
        }
        out.write(buffer, 0, length);
        out.flush();
      }
    } catch (IOException closed) {
      // The other direction ends with it.
    }
  }

  /** ReadyForQuery is the last message of an answer: its type, a length of five, one byte. */
  private static boolean endsWithReady(byte[] buffer, int length) {
    return length >= 6 && buffer[length - 6] == 'Z' && buffer[length - 2] == 5;
  }

  /** Returns a length and what follows it. */
  private static byte[] body(DataInputStream in, int length) throws IOException {
    if (length < 4 || length > 10_000_000) {
      throw new EOFException("no message of the protocol");
    }
    byte[] message = new byte[length];
    message[0] = (byte) (length >> 24);
    message[1] = (byte) (length >> 16);
    message[2] = (byte) (length >> 8);
    message[3] = (byte) length;
    in.readFully(message, 4, length - 4);
    return message;
  }

  private static int number(byte[] bytes, int at) {
    return bytes.length < at + 4
        ? 0
        : (bytes[at] & 255) << 24
            | (bytes[at + 1] & 255) << 16
            | (bytes[at + 2] & 255) << 8
            | bytes[at + 3] & 255;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "network");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
