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
 * Reads JSON documents and refuses those that two parsers might understand differently.
 *
 * <p>Guarantee: a document is UTF-8 without byte order mark, has no duplicate member names, no NaN
 * and nothing after its end; numbers are read as exact decimals (RFC 8259; RFC 7493 §2). A
 * duplicate member or a rounded number therefore cannot make the fingerprint differ from the stored
 * content.
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
   * Parses a request body that must be an object.
   *
   * @param body the raw bytes; not null
   * @return the object, or empty if the body is not valid or not an object
   */
  public Optional<ObjectNode> object(byte[] body) {
    return read(body).filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast);
  }

  /**
   * Parses a request body that must be an array.
   *
   * @param body the raw bytes; not null
   * @return the array, or empty if the body is not valid or not an array
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
      // NumberFormatException: the exponent is greater than any number type holds.
      return Optional.empty();
    }
  }
}
