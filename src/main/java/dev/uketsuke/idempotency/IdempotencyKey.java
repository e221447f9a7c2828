package dev.uketsuke.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name that a client gives to one operation, so that a repetition is recognised (contract
 * §3.1).
 *
 * <p>Guarantee: a key has 1 to 255 printable ASCII characters, is not blank, and is compared with
 * regard to case. A value that the database cannot hold, or that two parties read differently,
 * never becomes a key.
 *
 * @param value the key without quotes and parameters, as it is stored; never null
 */
public record IdempotencyKey(String value) {

  /** The length of the longest key, in characters. */
  public static final int MAX_LENGTH = 255;

  /** The prefix of submission tokens, which are keys that the service issues (contract §3.3). */
  public static final String TOKEN_PREFIX = "st_";

  /** Checks the value; code that reads a key from a request uses {@link KeyReading}. */
  public IdempotencyKey {
    if (!isValid(value)) {
      throw new IllegalArgumentException("This is not a valid idempotency key.");
    }
  }

  static boolean isValid(String value) {
    return value.length() <= MAX_LENGTH
        && !value.isBlank()
        && value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
  }

  /** Checks whether the key has the prefix of submission tokens; the token need not be valid. */
  public boolean isToken() {
    return value.startsWith(TOKEN_PREFIX);
  }

  /** Returns the SHA-256 of the key, 32 bytes; submission tokens are stored as this digest. */
  public byte[] digest() {
    return sha256(value.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Returns a short digest that stands for the key in logs, where the key itself must not appear.
   *
   * @return the first 12 hexadecimal digits of the key's SHA-256
   */
  public String hash() {
    return HexFormat.of().formatHex(digest(), 0, 6);
  }

  /** Returns a text without the key, so that string concatenation cannot put a key into a log. */
  @Override
  public String toString() {
    return "IdempotencyKey#" + hash();
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing, which every Java platform has.", e);
    }
  }
}
