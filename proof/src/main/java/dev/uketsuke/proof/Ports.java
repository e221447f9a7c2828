package dev.uketsuke.proof;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports for servers that are killed and started again on the same port.
 *
 * <p>They lie below the ports that Linux gives to outgoing connections. Otherwise a connection of
 * this run could take the port of a server that is down, and the server could not start again.
 */
final class Ports {

  private static final int FIRST = 15_000;
  private static final int LAST = 32_000;

  private Ports() {}

  /** Returns a port that nothing listens on now. */
  static int free() {
    for (int i = 0; i < 1000; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // Another may be free.
      }
    }
    throw new IllegalStateException("there is no free port from " + FIRST + " to " + LAST);
  }
}
