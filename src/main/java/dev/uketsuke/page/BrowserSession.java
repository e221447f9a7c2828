package dev.uketsuke.page;

import io.quarkus.oidc.IdTokenCredential;
import io.quarkus.oidc.OidcConfigurationMetadata;
import io.quarkus.oidc.OidcSession;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;

/**
 * The browser session (OpenID Connect) that the current request belongs to.
 *
 * <p>Ending the session removes the cookie before the browser goes to the identity provider. If the
 * identity provider cannot be reached, the person is still logged out of this service.
 */
@RequestScoped
class BrowserSession {
  private static final String METADATA = "configuration-metadata";

  private final SecurityIdentity identity;
  private final Instance<OidcSession> session;

  BrowserSession(SecurityIdentity identity, Instance<OidcSession> session) {
    this.identity = identity;
    this.session = session;
  }

  /**
   * Removes the session, if there is one, and returns the address that the browser should open
   * next.
   *
   * @param home the page that the person returns to in the end
   * @return the page of the identity provider that ends the session there (OpenID Connect
   *     RP-Initiated Logout 1.0, §2), or {@code home} if there is no such page
   */
  Uni<URI> end(URI home) {
    IdTokenCredential idToken = identity.getCredential(IdTokenCredential.class);
    if (idToken == null) {
      return Uni.createFrom().item(home);
    }
    URI next = atProvider(idToken.getToken(), home);
    return session.get().logout().replaceWith(next);
  }

  private URI atProvider(String idToken, URI home) {
    Object metadata = identity.getAttribute(METADATA);
    String endSession =
        metadata instanceof OidcConfigurationMetadata
            ? ((OidcConfigurationMetadata) metadata).getEndSessionUri()
            : null;
    return endSession == null
        ? home
        : UriBuilder.fromUri(endSession)
            .queryParam("id_token_hint", idToken)
            .queryParam("post_logout_redirect_uri", "{home}")
            .build(home.toString());
  }
}
