package dev.uketsuke.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * The SQL statements on dead letters.
 *
 * <p>Guarantee: a record is stored completely and once, however often the broker delivers it.
 */
@Singleton
public class DeadLetterTable {

  static final String INSERT =
      """
      INSERT INTO dead_letter (
        id, topic, partition, record_offset, digest, record_key, record_value, headers, reason)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT dead_letter_place DO NOTHING""";

  static final String OPEN =
      """
      SELECT id, topic, partition, record_offset, record_key, record_value, headers
      FROM dead_letter WHERE state = 'OPEN' AND topic = ? AND id > ? ORDER BY id LIMIT 1""";

  static final String APPLIED =
      "UPDATE dead_letter SET state = 'APPLIED', settled_at = statement_timestamp()"
          + " WHERE id = ? AND state = 'OPEN'";

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();
  private final ObjectMapper json = new ObjectMapper();

  /**
   * A stored record.
   *
   * @param id our id of the dead letter, UUIDv7
   */
  public record DeadLetter(UUID id, ConsumerRecord<byte[], byte[]> record) {}

  /** Stores a record; does nothing if it is stored already. */
  void put(Connection connection, ConsumerRecord<byte[], byte[]> record, String reason)
      throws SQLException {
    String headers = text(record.headers());
    Sql.update(
        connection,
        INSERT,
        parameters ->
            parameters
                .add(ids.generate())
                .add(record.topic())
                .add(record.partition())
                .add(Long.valueOf(record.offset()))
                .add(digest(record, headers))
                .add(record.key())
                .add(record.value())
                .add(headers)
                .add(reason.replace("\u0000", "\\0")));
  }

  /** Returns the oldest open record of the topic whose id is greater; empty after the last. */
  public Optional<DeadLetter> next(Connection connection, String topic, UUID after)
      throws SQLException {
    return Sql.one(connection, OPEN, this::letter, topic, after);
  }

  /** Marks a dead letter as received. */
  public void applied(Connection connection, UUID id) throws SQLException {
    Sql.update(connection, APPLIED, id);
  }

  private DeadLetter letter(ResultSet row) throws SQLException {
    byte[] key = row.getBytes("record_key");
    byte[] value = row.getBytes("record_value");
    return new DeadLetter(
        row.getObject("id", UUID.class),
        new ConsumerRecord<>(
            row.getString("topic"),
            row.getInt("partition"),
            row.getLong("record_offset"),
            ConsumerRecord.NO_TIMESTAMP,
            TimestampType.NO_TIMESTAMP_TYPE,
            ConsumerRecord.NULL_SIZE,
            ConsumerRecord.NULL_SIZE,
            key,
            value,
            headers(row.getString("headers")),
            Optional.empty()));
  }

  private String text(Headers headers) {
    ArrayNode all = json.createArrayNode();
    for (Header header : headers) {
      byte[] value = header.value();
      all.addArray()
          .add(header.key())
          .add(value == null ? null : Base64.getEncoder().encodeToString(value));
    }
    return all.toString();
  }

  private Headers headers(String text) {
    Headers headers = new RecordHeaders();
    try {
      for (JsonNode each : json.readTree(text)) {
        JsonNode value = each.get(1);
        headers.add(
            each.get(0).textValue(),
            value.isNull() ? null : Base64.getDecoder().decode(value.textValue()));
      }
    } catch (JsonProcessingException notOurs) {
      throw new IllegalStateException("The headers of a dead letter are not JSON.", notOurs);
    }
    return headers;
  }

  private static byte[] digest(ConsumerRecord<byte[], byte[]> record, String headers) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part :
          List.of(part(record.key()), part(record.value()), headers.getBytes(UTF_8))) {
        digest.update(Integer.toString(part.length).getBytes(UTF_8));
        digest.update((byte) ':');
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] part(byte[] bytes) {
    return bytes == null ? new byte[0] : bytes;
  }
}
