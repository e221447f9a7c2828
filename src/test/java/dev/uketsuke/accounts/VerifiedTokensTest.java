package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.oidc.AccessTokenCredential;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.jwt.auth.principal.DefaultJWTCallerPrincipal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.eclipse.microprofile.jwt.Claims;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.junit.jupiter.api.Test;

/** What is remembered of verified tokens, and when it is forgotten. */
class VerifiedTokensTest {

  private static final Instant NOW = Instant.parse("2026-05-04T03:02:01Z");
  private static final String TOKEN = "header.payload.signature";

  private Instant now = NOW;
  private final VerifiedTokens tokens = remembering(Duration.ofSeconds(30));

  @Test
  void verifiedTokenIsKnownAndNoOther() {
    var identity = verified(tokens, TOKEN, NOW.plusSeconds(60));
    assertSame(identity, tokens.find(TOKEN).orElseThrow());
    assertEquals(Optional.empty(), tokens.find("header.payload.signaturf"));
  }

  @Test
  void tokenIsNeverKnownBeyondItsOwnExpiry() {
    verified(tokens, TOKEN, NOW.plusSeconds(5));
    now = NOW.plusSeconds(4);
    assertTrue(tokens.find(TOKEN).isPresent());
    now = NOW.plusSeconds(5);
    assertEquals(Optional.empty(), tokens.find(TOKEN));
  }

  @Test
  void anotherKeyEmptiesTheMemory() {
    verified(tokens, TOKEN, NOW.plusSeconds(60));
    verified(tokens, "header.other.signature", NOW.plusSeconds(60));
    assertTrue(tokens.find(TOKEN).isPresent());
    verified(tokens, "rotated.payload.signature", NOW.plusSeconds(60));
    assertEquals(Optional.empty(), tokens.find(TOKEN));
  }

  @Test
  void sessionOfABrowserIsNotRemembered() {
    var principal = principal("header.id.signature", NOW.plusSeconds(60));
    tokens.remember(identity(principal, TOKEN), principal);
    assertEquals(Optional.empty(), tokens.find(TOKEN));
  }

  @Test
  void nothingIsRememberedWhenSwitchedOff() {
    var off = remembering(Duration.ZERO);
    var principal = principal(TOKEN, NOW.plusSeconds(60));
    off.augment(identity(principal, TOKEN), null).await().indefinitely();
    assertEquals(Optional.empty(), off.find(TOKEN));
  }

  private VerifiedTokens remembering(Duration lifetime) {
    return new VerifiedTokens(
        lifetime,
        10,
        new Clock() {
          @Override
          public Instant instant() {
            return now;
          }

          @Override
          public java.time.ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        });
  }

  private static SecurityIdentity verified(VerifiedTokens tokens, String token, Instant expiry) {
    var principal = principal(token, expiry);
    var identity = identity(principal, token);
    tokens.augment(identity, null).await().indefinitely();
    return identity;
  }

  private static SecurityIdentity identity(JsonWebToken principal, String token) {
    return QuarkusSecurityIdentity.builder()
        .setPrincipal(principal)
        .addCredential(new AccessTokenCredential(token))
        .build();
  }

  private static JsonWebToken principal(String token, Instant expiry) {
    var claims = new JwtClaims();
    claims.setSubject("a");
    claims.setExpirationTime(NumericDate.fromSeconds(expiry.getEpochSecond()));
    claims.setStringClaim(Claims.raw_token.name(), token);
    return new DefaultJWTCallerPrincipal(claims);
  }
}
