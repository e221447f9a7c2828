package dev.uketsuke.kafka;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A feature that receives the records of one topic. Every bean of this type gets a consumer. */
public interface TopicReader {

  /** Returns the name of the topic. */
  String topic();

  /** Returns the name of the consumer group. */
  String group();

  /**
   * Receives one record. Called by one thread at a time, again and again for the same record until
   * it is settled, and once more after a crash or a rebalance.
   *
   * @return empty if what came of the record is durable, so that the next one may be read;
   *     otherwise what is wrong on our side, in words for an operator
   */
  Optional<String> receive(ConsumerRecord<byte[], byte[]> record);
}
