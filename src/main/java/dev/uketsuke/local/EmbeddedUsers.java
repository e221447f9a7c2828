package dev.uketsuke.local;

import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.UsernamePasswordAuthenticationRequest;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;

/**
 * The users of dev mode, each with its name as password, so that dev mode needs no identity
 * provider.
 *
 * <p>Guarantee: production has no such users. The bean exists in the dev profile only, and the
 * class is left out of the production artefact.
 */
@Singleton
@IfBuildProfile("dev")
final class EmbeddedUsers implements IdentityProvider<UsernamePasswordAuthenticationRequest> {
  private static final Map<String, Set<String>> ROLES =
      Map.of(
          "alice", Set.of(),
          "bob", Set.of(),
          "staff", Set.of("staff"),
          "service", Set.of("service"));

  @Override
  public Class<UsernamePasswordAuthenticationRequest> getRequestType() {
    return UsernamePasswordAuthenticationRequest.class;
  }

  @Override
  public Uni<SecurityIdentity> authenticate(
      UsernamePasswordAuthenticationRequest request, AuthenticationRequestContext context) {
    String name = request.getUsername();
    Set<String> roles = ROLES.get(name);
    if (roles == null || !name.equals(new String(request.getPassword().getPassword()))) {
      return Uni.createFrom()
          .failure(new AuthenticationFailedException("This is not a user of dev mode."));
    }
    return Uni.createFrom()
        .item(
            QuarkusSecurityIdentity.builder()
                .setPrincipal(new QuarkusPrincipal(name))
                .addCredential(request.getPassword())
                .addRoles(roles)
                .build());
  }
}
