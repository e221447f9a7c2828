package dev.uketsuke.startup;

import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.stream.Stream;

/**
 * Checks whether a text is a public key.
 *
 * <p>Without this check the service would start with a truncated key and then refuse every caller.
 */
final class PublicKeyText {
  private PublicKeyText() {}

  /**
   * Checks whether a text is an X.509 public key of a kind that can verify tokens, with or without
   * its PEM header and footer.
   */
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
