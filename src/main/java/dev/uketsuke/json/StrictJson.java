package dev.uketsuke.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads a JSON document that two parties cannot understand differently.
 *
 * <p>Guarantee: UTF-8 without byte order mark, one document, no duplicate member names, nothing
 * behind it, no NaN, numbers as exact decimals (RFC 8259; RFC 7493 §2). Rules out that a duplicate
 * or a rounded number makes the fingerprint speak of other content than the row.
 */
@Singleton
public class StrictJson {

  private final JsonMapper mapper =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /**
   * Parses a request body.
   *
   * @param body the raw bytes; not null
   * @return the object, or empty if the body is not one
   */
  public Optional<ObjectNode> object(byte[] body) {
    return read(body).filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast);
  }

  /**
   * Parses a request body.
   *
   * @param body the raw bytes; not null
   * @return the array, or empty if the body is not one
   */
  public Optional<ArrayNode> array(byte[] body) {
    return read(body).filter(ArrayNode.class::isInstance).map(ArrayNode.class::cast);
  }

  private Optional<JsonNode> read(byte[] body) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(body))
              .toString();
      return text.startsWith("\uFEFF")
          ? Optional.empty()
          : Optional.ofNullable(mapper.readTree(text));
    } catch (CharacterCodingException | JsonProcessingException | NumberFormatException e) {
      // The last one: an exponent that no number type holds.
      return Optional.empty();
    }
  }
}
