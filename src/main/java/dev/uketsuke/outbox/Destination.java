package dev.uketsuke.outbox;

import java.time.Duration;
import java.util.List;

/**
 * The destination of messages of one kind, such as the broker or the carrier. Features provide
 * beans of this type; the relay knows none of them.
 */
public interface Destination {

  /** Returns the aggregate type of the messages that this destination takes. */
  String aggregateType();

  /** Checks whether messages are to be sent there; while this is false, they wait. */
  boolean isConfigured();

  /** Returns the greatest number of messages in one call, at least 1. */
  int batchSize();

  /** Returns how many calls one process may make at the same time, at least 1. */
  int parallel();

  /**
   * Makes one attempt for each message, outside of any transaction (P8), within {@link #longest()}.
   *
   * @param messages messages about different applications, so that their order does not matter
   * @return the outcome for each message, in the same order
   */
  List<Delivery> deliver(List<OutboxMessage> messages);

  /** Returns how long one call takes at most, without its waits for database connections. */
  Duration longest();

  /** Returns how many transactions one call makes at most, one after the other. */
  default int transactions() {
    return 0;
  }
}
