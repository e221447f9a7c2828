package dev.uketsuke.http.wire;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections that clients hold open, up to a limit.
 *
 * <p>Guarantee: a new connection is always accepted. Above the limit the connection that has waited
 * longest for its client is closed, never one whose request is being worked on. Unused connections
 * therefore neither exhaust the memory nor keep out clients that want to submit.
 */
@Singleton
class Connections {
  /** The approximate memory of a connection with an almost complete request head. */
  private static final int BYTES_EACH = 24 * 1024;

  private static final int PART_OF_HEAP = 4;
  private static final int AT_LEAST = 256;

  private final int ceiling;
  private final Counter pushedOut;
  private final Set<ConnectionState> open = ConcurrentHashMap.newKeySet();

  Connections(WireSettings settings, MeterRegistry meters) {
    long affordable = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / BYTES_EACH;
    this.ceiling =
        settings
            .connections()
            .orElseGet(() -> (int) Math.min(Integer.MAX_VALUE, Math.max(AT_LEAST, affordable)));
    Gauge.builder("uketsuke.http.connections", open, Set::size)
        .description("Connections that clients hold open")
        .register(meters);
    this.pushedOut =
        Counter.builder("uketsuke.http.connections.closed")
            .description("Waiting connections that were closed to make room for new ones")
            .register(meters);
  }

  /** Adds a new connection, which stays in the set until it is closed, and returns its state. */
  ConnectionState add(Channel connection) {
    ConnectionState added = new ConnectionState(connection);
    open.add(added);
    connection.closeFuture().addListener(closed -> open.remove(added));
    if (open.size() > ceiling) {
      ConnectionState longest = longestWaiting(added);
      if (longest != null && open.remove(longest)) {
        pushedOut.increment();
        longest.close();
      }
    }
    return added;
  }

  private ConnectionState longestWaiting(ConnectionState added) {
    ConnectionState longest = null;
    for (ConnectionState each : open) {
      if (each != added
          && !each.isBusy()
          && (longest == null || each.waitingSince() - longest.waitingSince() < 0)) {
        longest = each;
      }
    }
    return longest;
  }
}
