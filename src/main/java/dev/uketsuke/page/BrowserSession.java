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
 * The session of the request at hand.
 *
 * <p>Ending it removes the cookie first: should the identity provider not be reached afterwards,
 * this service no longer knows the browser.
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
   * Removes the session, if there is one.
   *
   * @param home where the person ends up
   * @return the identity provider's page that ends its own session (OpenID Connect RP-Initiated
   *     Logout 1.0, §2), or {@code home} if there is none
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
