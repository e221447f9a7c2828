package dev.uketsuke.proof;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Stands for the identity provider and the payment provider: it signs access tokens and callbacks
 * with keys made for this run, which the instances verify.
 */
final class Callers {

  static final String ISSUER = "https://identity.example/realms/proof";
  private static final String AUDIENCE = "uketsuke";
  private static final byte[] SECRET =
      "a secret that is for this run only".getBytes(StandardCharsets.UTF_8);

  private final KeyPair keys;

  Callers() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    keys = generator.generateKeyPair();
  }

  /** Returns the settings that make an instance trust these keys, and nothing else. */
  Map<String, String> environment() {
    return Map.of(
        "QUARKUS_OIDC_PUBLIC_KEY",
        Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()),
        "QUARKUS_OIDC_CLIENT_ID",
        AUDIENCE,
        "QUARKUS_OIDC_APPLICATION_TYPE",
        "service",
        "QUARKUS_OIDC_TOKEN_ISSUER",
        ISSUER,
        "QUARKUS_OIDC_TOKEN_AUDIENCE",
        AUDIENCE,
        "UKETSUKE_PAYMENTS_SECRETS",
        "whsec_" + Base64.getEncoder().encodeToString(SECRET));
  }

  /**
   * Returns an access token that is valid for three hours.
   *
   * @param role {@code staff}, {@code service}, or empty for an applicant
   */
  String token(String subject, String role) {
    long now = Instant.now().getEpochSecond();
    String payload =
        "{\"iss\":\"%s\",\"aud\":\"%s\",\"sub\":\"%s\",\"iat\":%d,\"exp\":%d,\"groups\":[%s]}"
            .formatted(
                ISSUER,
                AUDIENCE,
                subject,
                now,
                now + 3 * 3600,
                role.isEmpty() ? "" : "\"" + role + "\"");
    String signed = base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}") + "." + base64(payload);
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed
          + "."
          + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the signature of a payment callback, by Standard Webhooks 1.0. */
  String signature(String id, long seconds, String body) {
    return signature((id + "." + seconds + "." + body).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the signature of a payment callback whose id and body are bytes, one character each.
   */
  String signatureOfBytes(String id, long seconds, String body) {
    return signature((id + "." + seconds + "." + body).getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String signature(byte[] signed) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
      byte[] digest = mac.doFinal(signed);
      return "v1," + Base64.getEncoder().encodeToString(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
