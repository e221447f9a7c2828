package dev.uketsuke.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name a client gives to one operation, so that sending it again is recognised as the same.
 *
 * <p>Guarantee: 1 to 255 printable ASCII characters, not blank, compared by case. Rules out that a
 * value the database cannot hold, or that two parties read differently, becomes a key.
 *
 * @param value the key as it is stored, without quotes or parameters; never null
 */
public record IdempotencyKey(String value) {

  /** The longest key, in characters. */
  public static final int MAX_LENGTH = 255;

  /** What a key begins with that the service gave out itself, contract §3.3. */
  public static final String TOKEN_PREFIX = "st_";

  /** Checks the value; callers that read foreign input go through {@link KeyReading}. */
  public IdempotencyKey {
    if (!isValid(value)) {
      throw new IllegalArgumentException("not an idempotency key");
    }
  }

  static boolean isValid(String value) {
    return value.length() <= MAX_LENGTH
        && !value.isBlank()
        && value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
  }

  /** Whether the key claims to be a submission token; says nothing of whether it is good. */
  public boolean isToken() {
    return value.startsWith(TOKEN_PREFIX);
  }

  /** SHA-256 of the key, 32 bytes: what is stored of a submission token. */
  public byte[] digest() {
    return sha256(value.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * A short digest that stands for the key in logs, where the key itself must not appear.
   *
   * @return the first 12 hexadecimal digits of the key's SHA-256
   */
  public String hash() {
    return HexFormat.of().formatHex(digest(), 0, 6);
  }

  /** Does not show the key, so that it cannot slip into a log by string concatenation. */
  @Override
  public String toString() {
    return "IdempotencyKey#" + hash();
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
