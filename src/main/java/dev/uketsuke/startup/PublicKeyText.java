package dev.uketsuke.startup;

import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.stream.Stream;

/**
 * Tells a public key from other text.
 *
 * <p>Rules out a service that starts with half a key and then refuses every caller.
 */
final class PublicKeyText {
  private PublicKeyText() {}

  /** Whether this is an X.509 public key that signs tokens, with or without its PEM frame. */
  static boolean isKey(String text) {
    byte[] encoded;
    try {
      encoded =
          Base64.getDecoder()
              .decode(text.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", ""));
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
    return Stream.of("RSA", "EC", "EdDSA").anyMatch(kind -> isKey(kind, encoded));
  }

  private static boolean isKey(String kind, byte[] encoded) {
    try {
      KeyFactory.getInstance(kind).generatePublic(new X509EncodedKeySpec(encoded));
      return true;
    } catch (InvalidKeySpecException | NoSuchAlgorithmException other) {
      return false;
    }
  }
}
