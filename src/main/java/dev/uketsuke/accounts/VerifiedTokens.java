package dev.uketsuke.accounts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quarkus.oidc.AccessTokenCredential;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.SecurityIdentityAugmentor;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * Caches for a short time which access tokens have been verified, so that the signature of a token
 * is not checked with each request.
 *
 * <p>Guarantee: a token is cached for {@code UKETSUKE_TOKEN_CACHE_LIFETIME} at most and never
 * beyond its {@code exp}. When the provider changes its keys, the first token that is signed by a
 * new key clears the cache. Only digests of tokens are stored, and only tokens that this process
 * has verified (docs/adr/0034).
 */
@Singleton
class VerifiedTokens implements SecurityIdentityAugmentor, HttpAuthenticationMechanism {

  /** Runs after {@link CredentialGate} and before OpenID Connect. */
  private static final int PRIORITY = 9_000;

  private static final Pattern BEARER = Pattern.compile("(?i:bearer) +(\\S+)");
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

  @Override
  public Uni<SecurityIdentity> authenticate(
      RoutingContext context, IdentityProviderManager providers) {
    String header = on ? context.request().getHeader(HttpHeaders.AUTHORIZATION) : null;
    Matcher bearer = header == null ? null : BEARER.matcher(header);
    return bearer != null && bearer.matches()
        ? Uni.createFrom().item(find(bearer.group(1)).orElse(null))
        : Uni.createFrom().nullItem();
  }

  /** Returns the caller of a token that was verified before; empty if it has to be verified. */
  Optional<SecurityIdentity> find(String token) {
    return Optional.ofNullable(verified.getIfPresent(digest(token)))
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

  @Override
  public Uni<ChallengeData> getChallenge(RoutingContext context) {
    return Uni.createFrom().nullItem();
  }

  @Override
  public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
    return Set.of();
  }

  @Override
  public int getPriority() {
    return PRIORITY;
  }
}
