package dev.uketsuke.warehouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.inbox.CloudEventReading;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.json.StrictJson;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Reads an event of the warehouse from a Kafka record (Kafka binding of CloudEvents 1.0, §3).
 *
 * <p>Guarantee: reading is as strict as over HTTP. A repeated attribute, or one that is not UTF-8,
 * is refused, because two readers might understand the record differently.
 */
@Singleton
class RecordReading {

  private static final String CONTENT_TYPE = "content-type";
  private static final String PREFIX = "ce_";

  /** The greatest length of a body over HTTP, in bytes (contract §3.1). */
  private static final int MAX_BYTES = 64 * 1024;

  private final CloudEventReading cloudEvents;
  private final WarehouseEventReading reading;
  private final StrictJson json;

  RecordReading(CloudEventReading cloudEvents, WarehouseEventReading reading, StrictJson json) {
    this.json = json;
    this.cloudEvents = cloudEvents;
    this.reading = reading;
  }

  /**
   * The result of reading.
   *
   * @param event the event; null if the record is not a valid event
   * @param objection why the record is not a valid event; null if it is
   */
  record Result(WarehouseEvent event, String objection) {}

  Result read(ConsumerRecord<byte[], byte[]> record) {
    byte[] body = record.value() == null ? new byte[0] : record.value();
    if (body.length > MAX_BYTES) {
      return new Result(null, "the value is longer than " + MAX_BYTES + " bytes");
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

  /**
   * Returns the application that a record seems to be about which is no event: the one that its
   * data names, else its key. Good for finding the record, not for deciding anything.
   */
  Optional<UUID> applicationId(ConsumerRecord<byte[], byte[]> record) {
    Optional<ObjectNode> body =
        record.value() == null || record.value().length > MAX_BYTES
            ? Optional.empty()
            : json.object(record.value());
    return body.map(object -> object.path("data").path("applicationId").textValue())
        .or(() -> body.map(object -> object.path("applicationId").textValue()))
        .or(() -> Optional.ofNullable(record.key()).map(key -> new String(key, UTF_8)))
        .flatMap(CanonicalUuid::parse);
  }

  private CloudEventReading.Result read(
      ConsumerRecord<byte[], byte[]> record, String type, byte[] body) {
    if (CloudEventReading.isStructured(type)) {
      return cloudEvents.structured(body);
    }
    // In binary mode the content type may be absent; the data then is JSON.
    if (type != null && !CloudEventReading.isJson(type)) {
      return new CloudEventReading.Result(null, "content-type has to be JSON");
    }
    return cloudEvents.binary(name -> header(record, PREFIX + name), body);
  }

  /** Returns why the headers cannot be read; empty if they can. Headers of others are ignored. */
  private static Optional<String> objection(ConsumerRecord<byte[], byte[]> record) {
    Set<String> seen = new HashSet<>();
    for (Header header : record.headers()) {
      String name = header.key();
      if (!name.equals(CONTENT_TYPE) && !name.startsWith(PREFIX)) {
        continue;
      }
      if (!seen.add(name)) {
        return Optional.of("the header " + name + " is repeated");
      }
      if (header.value() == null) {
        return Optional.of("the header " + name + " has no value");
      }
      try {
        UTF_8.newDecoder().decode(ByteBuffer.wrap(header.value()));
      } catch (CharacterCodingException notUtf8) {
        return Optional.of("the header " + name + " is not UTF-8");
      }
    }
    return Optional.empty();
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }
}
