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
        id, topic, partition, record_offset, digest, record_key, record_value, headers, reason,
        application_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT dead_letter_place DO NOTHING""";

  static final String FIND =
      """
      SELECT id, topic, partition, record_offset, record_key, record_value, headers,
        application_id, state, note
      FROM dead_letter WHERE id = ?""";

  static final String APPLIED =
      "UPDATE dead_letter SET state = 'APPLIED', settled_at = statement_timestamp()"
          + " WHERE id = ? AND state = 'OPEN'";

  static final String STILL_UNREADABLE =
      "UPDATE dead_letter SET reason = ? WHERE id = ? AND state = 'OPEN' AND reason <> ?";

  static final String SETTLE =
      "UPDATE dead_letter SET state = 'SETTLED', note = ?, settled_at = statement_timestamp()"
          + " WHERE id = ? AND state = 'OPEN'";

  private static final int MAX_REASON = 500;

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();
  private final ObjectMapper json = new ObjectMapper();

  /**
   * A stored record.
   *
   * @param id our id of the dead letter, UUIDv7
   * @param applicationId the application that the record seems to be about; it need not exist
   * @param note the note of the person who settled it; null otherwise
   */
  public record DeadLetter(
      UUID id,
      ConsumerRecord<byte[], byte[]> record,
      Optional<UUID> applicationId,
      DeadLetterState state,
      String note) {}

  /**
   * Stores a record; does nothing if it is stored already.
   *
   * @param applicationId the application that the record seems to be about
   */
  void put(
      Connection connection,
      ConsumerRecord<byte[], byte[]> record,
      String reason,
      Optional<UUID> applicationId)
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
                .add(storable(reason))
                .add(applicationId.orElse(null)));
  }

  /** Returns a record that was put aside; empty if there is none with this id of ours. */
  public Optional<DeadLetter> find(Connection connection, UUID id) throws SQLException {
    return Sql.one(connection, FIND, this::letter, id);
  }

  /** Marks a dead letter as received. */
  public void applied(Connection connection, UUID id) throws SQLException {
    Sql.update(connection, APPLIED, id);
  }

  /** Records why a record could still not be read. */
  public void stillUnreadable(Connection connection, UUID id, String reason) throws SQLException {
    Sql.update(connection, STILL_UNREADABLE, storable(reason), id, storable(reason));
  }

  /**
   * Settles a record by hand.
   *
   * @param note what the person has to say
   * @return false if it is not open, or no longer
   */
  public boolean settle(Connection connection, UUID id, String note) throws SQLException {
    return Sql.update(connection, SETTLE, note, id) == 1;
  }

  /** Without U+0000, which no text of PostgreSQL holds, and not too long. */
  private static String storable(String reason) {
    String shortened = reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason;
    return shortened.replace("\u0000", "\\0");
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
            Optional.empty()),
        Optional.ofNullable(row.getObject("application_id", UUID.class)),
        DeadLetterState.valueOf(row.getString("state")),
        row.getString("note"));
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
