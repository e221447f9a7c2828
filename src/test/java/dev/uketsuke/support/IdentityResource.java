package dev.uketsuke.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Lets the application under test verify the tokens of {@link Tokens} by their real signature. */
public final class IdentityResource implements QuarkusTestResourceLifecycleManager {

  @Override
  public Map<String, String> start() {
    return configuration();
  }

  /** The settings that make the service trust the key of this run, and nothing else. */
  static Map<String, String> configuration() {
    return Map.of(
        "quarkus.oidc.public-key", Tokens.publicKey(),
        "quarkus.oidc.client-id", Tokens.AUDIENCE,
        "quarkus.oidc.application-type", "service", // a fixed key works with this type only
        "quarkus.oidc.token.issuer", Tokens.ISSUER,
        "quarkus.oidc.token.audience", Tokens.AUDIENCE);
  }

  @Override
  public void stop() {
    // Nothing was started.
  }
}
