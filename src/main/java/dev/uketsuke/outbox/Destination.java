package dev.uketsuke.outbox;

import java.time.Duration;
import java.util.List;

/**
 * Where messages of one kind go. Features register by being a bean of this type; the relay knows
 * none of them.
 */
public interface Destination {

  /** The aggregate type of the messages it takes. */
  String aggregateType();

  /** Whether the far side is configured at all; as long as it is not, messages wait. */
  boolean isConfigured();

  /** The most messages it takes at once; at least 1. */
  int batchSize();

  /** How many batches may be on their way at once, from one process; at least 1. */
  int parallel();

  /**
   * Makes one attempt for each message, outside of any transaction (P8), within the lease.
   *
   * @param messages all of different aggregates, so that their order does not matter
   * @return what became of each, in the same order
   */
  List<Delivery> deliver(List<OutboxMessage> messages);

  /** How long one delivery can take at most; a lease has to be longer. */
  Duration longest();
}
