package dev.uketsuke.accounts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quarkus.oidc.AccessTokenCredential;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.SecurityIdentityAugmentor;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * Caches for a short time which access tokens have been verified, so that the signature of a token
 * is not checked with each request.
 *
 * <p>Guarantee: a token is cached for {@code UKETSUKE_TOKEN_CACHE_LIFETIME} at most and never
 * beyond its {@code exp}. When the provider changes its keys, the first token that is signed by a
 * new key clears the cache. Only digests of tokens are stored, and only tokens that this process
 * has verified (docs/adr/0034). {@link CredentialGate} asks for them.
 */
@Singleton
class VerifiedTokens implements SecurityIdentityAugmentor {

  private static final int MOST_KEYS = 100;

  private final Cache<String, Verified> verified;
  private final Set<String> keys = ConcurrentHashMap.newKeySet();
  private final boolean on;
  private final Clock clock;

  private record Verified(SecurityIdentity identity, Instant expiry) {}

  @Inject
  VerifiedTokens(TokenCacheSettings settings) {
    this(settings.lifetime(), settings.size(), Clock.systemUTC());
  }

  VerifiedTokens(Duration lifetime, int size, Clock clock) {
    this.on = !lifetime.isZero();
    this.verified = Caffeine.newBuilder().maximumSize(size).expireAfterWrite(lifetime).build();
    this.clock = clock;
  }

  /** Returns the caller of a token that was verified before; empty if it has to be verified. */
  Optional<SecurityIdentity> find(String token) {
    return Optional.ofNullable(on ? verified.getIfPresent(digest(token)) : null)
        .filter(known -> clock.instant().isBefore(known.expiry()))
        .map(Verified::identity);
  }

  /** Remembers the token of a caller that any mechanism has authenticated. */
  @Override
  public Uni<SecurityIdentity> augment(
      SecurityIdentity identity, AuthenticationRequestContext context) {
    if (on && identity.getPrincipal() instanceof JsonWebToken) {
      remember(identity, (JsonWebToken) identity.getPrincipal());
    }
    return Uni.createFrom().item(identity);
  }

  /**
   * Remembers an access token that was sent as a bearer token. A browser session has an access
   * token, too, but its principal is the ID token, so it is not remembered.
   */
  void remember(SecurityIdentity identity, JsonWebToken principal) {
    AccessTokenCredential credential = identity.getCredential(AccessTokenCredential.class);
    if (credential == null || !credential.getToken().equals(principal.getRawToken())) {
      return;
    }
    String token = credential.getToken();
    if (keys.add(token.substring(0, Math.max(0, token.indexOf('.'))))) {
      // The header is new, so the key may be new, and tokens of older keys may no longer be valid.
      verified.invalidateAll();
      if (keys.size() > MOST_KEYS) {
        keys.clear();
      }
    }
    Instant expiry = Instant.ofEpochSecond(principal.getExpirationTime());
    verified.put(digest(token), new Verified(identity, expiry));
  }

  private static String digest(String token) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(
          "SHA-256 is missing, which every Java platform has.", impossible);
    }
  }

  /** Runs after all other augmentors, so that the complete identity is remembered. */
  @Override
  public int priority() {
    return Integer.MIN_VALUE;
  }
}
