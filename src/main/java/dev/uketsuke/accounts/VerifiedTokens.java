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
 * Remembers for a short time which access tokens OpenID Connect has verified, so that a client that
 * sends one token with each request has its signature checked once.
 *
 * <p>Guarantee: a token is remembered for {@code UKETSUKE_TOKEN_CACHE_LIFETIME} at most, never
 * beyond its {@code exp}, and none outlives a change of the provider's keys: the first token that a
 * new key has signed empties the memory. Only digests of tokens are kept. Rules out that the memory
 * accepts anything that was not verified in the same process (docs/adr/0034).
 */
@Singleton
class VerifiedTokens implements SecurityIdentityAugmentor, HttpAuthenticationMechanism {

  /** After CredentialGate, which looks at how the credential came, and before OpenID Connect. */
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

  /** Returns the caller that a token was verified for; empty if it has to be verified. */
  Optional<SecurityIdentity> find(String token) {
    return Optional.ofNullable(verified.getIfPresent(digest(token)))
        .filter(known -> clock.instant().isBefore(known.expiry()))
        .map(Verified::identity);
  }

  /** Called with each caller that any mechanism has authenticated. */
  @Override
  public Uni<SecurityIdentity> augment(
      SecurityIdentity identity, AuthenticationRequestContext context) {
    if (on && identity.getPrincipal() instanceof JsonWebToken) {
      remember(identity, (JsonWebToken) identity.getPrincipal());
    }
    return Uni.createFrom().item(identity);
  }

  /** A browser session carries an access token, too; its principal is the ID token. */
  void remember(SecurityIdentity identity, JsonWebToken principal) {
    AccessTokenCredential credential = identity.getCredential(AccessTokenCredential.class);
    if (credential == null || !credential.getToken().equals(principal.getRawToken())) {
      return;
    }
    String token = credential.getToken();
    if (keys.add(token.substring(0, Math.max(0, token.indexOf('.'))))) {
      // Another header, and so perhaps another key: what older keys signed may be void by now.
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
      throw new IllegalStateException("Every Java runtime has SHA-256", impossible);
    }
  }

  /** After all others, so that what is remembered is complete. */
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
