package dev.uketsuke.kafka;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Handles the records of one topic. Every bean of this type gets a consumer. */
public interface TopicReader {

  /** Returns the name of the topic. */
  String topic();

  /** Returns the name of the consumer group. */
  String group();

  /**
   * Handles one record. One thread at a time calls this, repeatedly for the same record until it is
   * handled. After a crash or a rebalance a record may come once more.
   *
   * @return empty if the record was applied or put aside, and that is committed; otherwise the
   *     fault on our side, as a text for an operator
   */
  Optional<String> receive(ConsumerRecord<byte[], byte[]> record);
}
