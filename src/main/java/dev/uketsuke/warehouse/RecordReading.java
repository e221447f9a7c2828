package dev.uketsuke.warehouse;

import dev.uketsuke.inbox.CloudEventReading;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Reads an event of the warehouse from a record: Kafka binding of CloudEvents 1.0, §3.
 *
 * <p>Guarantee: as strict as the door of HTTP. An attribute that stands there twice, or is not
 * UTF-8, has no reading, so that two readers can never understand one record differently.
 */
@Singleton
class RecordReading {

  private static final String CONTENT_TYPE = "content-type";
  private static final String PREFIX = "ce_";

  /** What HTTP takes, contract §3.1. */
  private static final int LONGEST = 64 * 1024;

  private final CloudEventReading cloudEvents;
  private final WarehouseEventReading reading;

  RecordReading(CloudEventReading cloudEvents, WarehouseEventReading reading) {
    this.cloudEvents = cloudEvents;
    this.reading = reading;
  }

  /**
   * What was read.
   *
   * @param event null if the record is none
   * @param objection why it is none; null if it is one
   */
  record Result(WarehouseEvent event, String objection) {}

  Result read(ConsumerRecord<byte[], byte[]> record) {
    byte[] body = record.value() == null ? new byte[0] : record.value();
    if (body.length > LONGEST) {
      return new Result(null, "the value is longer than " + LONGEST + " bytes");
    }
    Optional<String> objection = objection(record);
    if (objection.isPresent()) {
      return new Result(null, objection.get());
    }
    CloudEventReading.Result read = read(record, header(record, CONTENT_TYPE), body);
    if (read.event() == null) {
      return new Result(null, read.objection());
    }
    WarehouseEventReading.Result told = reading.read(read.event());
    return new Result(told.event(), told.event() == null ? told.violations().toString() : null);
  }

  private CloudEventReading.Result read(
      ConsumerRecord<byte[], byte[]> record, String type, byte[] body) {
    if (CloudEventReading.isStructured(type)) {
      return cloudEvents.structured(body);
    }
    // The binding lets binary mode leave the type out; JSON is what it is then.
    if (type != null && !CloudEventReading.isJson(type)) {
      return new CloudEventReading.Result(null, "content-type has to be JSON");
    }
    return cloudEvents.binary(name -> header(record, PREFIX + name), body);
  }

  /** Headers that are no attributes are the sender's own business. */
  private static Optional<String> objection(ConsumerRecord<byte[], byte[]> record) {
    Set<String> seen = new HashSet<>();
    for (Header header : record.headers()) {
      String name = header.key();
      if (!name.equals(CONTENT_TYPE) && !name.startsWith(PREFIX)) {
        continue;
      }
      if (!seen.add(name)) {
        return Optional.of("the header " + name + " stands there twice");
      }
      if (header.value() == null) {
        return Optional.of("the header " + name + " has no value");
      }
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(header.value()));
      } catch (CharacterCodingException notUtf8) {
        return Optional.of("the header " + name + " is not UTF-8");
      }
    }
    return Optional.empty();
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }
}
