package dev.uketsuke.support;

import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.UUID;

/**
 * Access tokens as an identity provider would issue them, signed with a key made for this run of
 * the tests, so that the service verifies a real signature.
 */
public final class Tokens {

  public static final String ISSUER = "https://identity.example/realms/uketsuke";
  public static final String AUDIENCE = "uketsuke";

  private static final String PRIVATE_KEY = "test.uketsuke.private-key";
  private static final String PUBLIC_KEY = "test.uketsuke.public-key";

  private Tokens() {}

  /** A new applicant, unknown to any other test. */
  public static Caller applicant() {
    return new Caller(ISSUER, "applicant-" + UUID.randomUUID(), Set.of());
  }

  /** A new member of staff. */
  public static Caller staff() {
    return new Caller(ISSUER, "staff-" + UUID.randomUUID(), Set.of("staff"));
  }

  /** A new machine that delivers messages or starts jobs. */
  public static Caller service() {
    return new Caller(ISSUER, "service-" + UUID.randomUUID(), Set.of("service"));
  }

  /** A token like the caller's own, past its end by an hour. */
  public static String expired(Caller caller) {
    var end = Instant.now().minus(Duration.ofHours(1));
    return sign(claims(caller).issuedAt(end.minusSeconds(300)).expiresAt(end));
  }

  /** A token meant for another service. */
  public static String forAudience(Caller caller, String audience) {
    return sign(claims(caller).audience(audience));
  }

  /** A token that says nothing of whom it is meant for. */
  public static String withoutAudience(Caller caller) {
    return sign(Jwt.issuer(caller.issuer()).subject(caller.subject()).groups(caller.roles()));
  }

  /** A token from another issuer, with our audience and a good signature. */
  public static String fromIssuer(Caller caller, String issuer) {
    return sign(claims(caller).issuer(issuer));
  }

  /** A token with a good signature that names no subject. */
  public static String withoutSubject() {
    return sign(Jwt.issuer(ISSUER).audience(AUDIENCE));
  }

  /**
   * A token with a good signature and these very bytes for a subject, inside the quotes of a JSON
   * string: for what no library would write.
   */
  public static String withRawSubject(byte[] subject) {
    var now = Instant.now();
    var payload = new ByteArrayOutputStream();
    payload.writeBytes(
        ("{\"iss\":\"%s\",\"aud\":\"%s\",\"iat\":%d,\"exp\":%d,\"sub\":\""
                .formatted(
                    ISSUER, AUDIENCE, now.getEpochSecond(), now.plusSeconds(3600).getEpochSecond()))
            .getBytes(StandardCharsets.UTF_8));
    payload.writeBytes(subject);
    payload.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
    var encoder = Base64.getUrlEncoder().withoutPadding();
    var content =
        encoder.encodeToString("{\"alg\":\"RS256\",\"typ\":\"JWT\"}".getBytes())
            + "."
            + encoder.encodeToString(payload.toByteArray());
    try {
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(privateKey());
      signature.update(content.getBytes(StandardCharsets.US_ASCII));
      return content + "." + encoder.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A token whose signature is by a key the service does not know. */
  public static String signedByAnother(Caller caller) {
    return claims(caller).sign(generate().getPrivate());
  }

  /** A token that claims to need no signature ({@code alg: none}). */
  public static String unsigned(Caller caller) {
    var encoder = Base64.getUrlEncoder().withoutPadding();
    var payload = sign(claims(caller)).split("\\.")[1];
    return encoder.encodeToString("{\"alg\":\"none\",\"typ\":\"JWT\"}".getBytes())
        + "."
        + payload
        + ".";
  }

  static String issue(Caller caller) {
    return sign(claims(caller));
  }

  /** The verification key as the service's configuration takes it: X.509, Base64. */
  public static String publicKey() {
    ensureKey();
    return System.getProperty(PUBLIC_KEY);
  }

  private static JwtClaimsBuilder claims(Caller caller) {
    return Jwt.issuer(caller.issuer())
        .subject(caller.subject())
        .audience(AUDIENCE)
        .groups(caller.roles())
        .claim("jti", UUID.randomUUID().toString())
        .expiresIn(Duration.ofHours(1));
  }

  private static String sign(JwtClaimsBuilder claims) {
    return claims.sign(privateKey());
  }

  private static PrivateKey privateKey() {
    ensureKey();
    try {
      var encoded = Base64.getDecoder().decode(System.getProperty(PRIVATE_KEY));
      return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void ensureKey() {
    synchronized (Runtime.getRuntime()) { // one key for all class loaders of this JVM
      if (System.getProperty(PRIVATE_KEY) == null) {
        var pair = generate();
        var encoder = Base64.getEncoder();
        System.setProperty(PRIVATE_KEY, encoder.encodeToString(pair.getPrivate().getEncoded()));
        System.setProperty(PUBLIC_KEY, encoder.encodeToString(pair.getPublic().getEncoded()));
      }
    }
  }

  private static KeyPair generate() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
