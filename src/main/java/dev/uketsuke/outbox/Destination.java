package dev.uketsuke.outbox;

import java.time.Duration;
import java.util.List;

/**
 * Where messages of one kind go. A feature registers one by being a bean of this type; the relay
 * knows none of them.
 */
public interface Destination {

  /** The aggregate type of the messages that it takes. */
  String aggregateType();

  /** Whether messages are to be sent there at present; as long as they are not, they wait. */
  boolean isConfigured();

  /** The most messages that it takes at once; at least 1. */
  int batchSize();

  /** How many batches may be on their way at once, from one process; at least 1. */
  int parallel();

  /**
   * Makes one attempt for each message, outside of any transaction (P8), within {@link #longest()}.
   *
   * @param messages all of different applications, so that their order does not matter
   * @return what became of each, in the same order
   */
  List<Delivery> deliver(List<OutboxMessage> messages);

  /** How long one delivery can take at most, without its waits for a database connection. */
  Duration longest();

  /** How many transactions of its own one delivery makes at most, one after the other. */
  default int transactions() {
    return 0;
  }
}
