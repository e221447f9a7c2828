package dev.uketsuke.startup;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithName;
import java.util.Optional;

/**
 * The settings of the framework that production depends on. {@link StartChecks} decides whether
 * they are complete; the framework reads them independently.
 */
@ConfigMapping(prefix = "quarkus")
@CompleteInProduction
interface ProductionSettings {

  /** The port that the service listens on, {@code PORT}. */
  @WithName("http.port")
  Optional<String> port();

  /** Whether the service listens at all; a process that runs one job does not. */
  @WithName("http.host-enabled")
  Optional<String> listens();

  /** Whether HTTP/2 is offered; it must not be (docs/adr/0011). */
  @WithName("http.http2")
  Optional<String> http2();

  /** The URL of the database. */
  @WithName("datasource.jdbc.url")
  Optional<String> databaseUrl();

  /** Whether callers are authenticated. */
  @WithName("oidc.tenant-enabled")
  Optional<String> authenticates();

  /** The URL of the identity provider. */
  @WithName("oidc.auth-server-url")
  Optional<String> identityProvider();

  /** The public key that verifies tokens, in place of an identity provider. */
  @WithName("oidc.public-key")
  Optional<String> publicKey();

  /** A trust store whose certificates verify tokens, in place of an identity provider. */
  @WithName("oidc.certificate-chain.trust-store-file")
  Optional<String> trustStore();
}
