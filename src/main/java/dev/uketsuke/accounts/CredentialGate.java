package dev.uketsuke.accounts;

import dev.uketsuke.http.CrossOrigin;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses credentials that were sent in a wrong way, or issued for another use, before they are
 * verified.
 *
 * <p>This check is an authentication mechanism, so it applies to exactly the endpoints that need a
 * caller, whatever the spelling of their address is. It authenticates only a caller whose token
 * {@link VerifiedTokens} remembers, and leaves everybody else to OpenID Connect.
 */
@ApplicationScoped
class CredentialGate implements HttpAuthenticationMechanism {
  /** Runs before OpenID Connect and Basic authentication. */
  private static final int PRIORITY = 10_000;

  private static final Pattern BEARER = Pattern.compile("(?i)bearer( |$)");

  /** RFC 7515 §7.1, compact form; an empty signature is refused later, with a reason. */
  private static final Pattern SIGNED_TOKEN =
      Pattern.compile("(?i:bearer) +([\\w-]+\\.[\\w-]+\\.[\\w-]*)");

  private final CrossOrigin crossOrigin;
  private final VerifiedTokens verified;

  CredentialGate(CrossOrigin crossOrigin, VerifiedTokens verified) {
    this.crossOrigin = crossOrigin;
    this.verified = verified;
  }

  @Override
  public Uni<SecurityIdentity> authenticate(
      RoutingContext context, IdentityProviderManager providers) {
    if (context.request().headers().getAll(HttpHeaders.AUTHORIZATION).size() > 1) {
      // A proxy in front of this service may have checked another header line than we would.
      return Uni.createFrom().failure(new AuthenticationFailedException());
    }
    Optional<SecurityIdentity> known = Optional.empty();
    String authorization = context.request().getHeader(HttpHeaders.AUTHORIZATION);
    if (authorization != null && BEARER.matcher(authorization).lookingAt()) {
      Matcher signed = SIGNED_TOKEN.matcher(authorization);
      if (!signed.matches()) {
        return Uni.createFrom().failure(new AuthenticationFailedException());
      }
      known = verified.find(signed.group(1));
      // The framework would parse the token without checking its form and its use.
      if (known.isEmpty() && !TokenUse.isAccess(signed.group(1))) {
        return Uni.createFrom().failure(new AuthenticationFailedException());
      }
    }
    if (CrossSite.refuses(context.request(), crossOrigin.allows(context.request()))) {
      return Uni.createFrom().failure(new CrossSiteException());
    }
    return Uni.createFrom().item(known.orElse(null));
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
