package dev.uketsuke.startup;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.postgresql.Driver;

/**
 * Checks the settings of the framework that a production process needs.
 *
 * <p>Guarantee: the start stops with a message if the database or the identity provider (or a key
 * in its place) is missing, the port is not valid, HTTP/2 is switched on, or the name of a variable
 * is misspelt. Without these checks the framework would start without authentication, or fail later
 * with an unrelated message. A process that opens no port, such as one that runs a single job,
 * needs no identity provider.
 *
 * <p>The settings of each feature are checked by the constraints on its {@code …Settings}.
 */
final class StartChecks {
  private final ProductionSettings settings;

  private StartChecks(ProductionSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns the reasons not to start, each a sentence for an operator; none if all is well.
   *
   * @param names the names that environment variables may have
   * @param environment the variables of the process
   */
  static List<String> objections(
      ProductionSettings settings, EnvironmentNames names, Map<String, String> environment) {
    StartChecks checks = new StartChecks(settings);
    return Stream.concat(
            Stream.of(checks.port(), checks.http2(), checks.database(), checks.identity())
                .flatMap(Optional::stream),
            names.objections(environment).stream())
        .toList();
  }

  private Optional<String> port() {
    String port = text(settings.port()).orElse("8080");
    // Port 0 lets the system choose a free port; tests use that.
    return port.matches("\\d{1,5}") && Integer.parseInt(port) <= 65535
        ? Optional.empty()
        : Optional.of("PORT must be a number from 0 to 65535, but is \"" + port + "\"");
  }

  /** Refuses HTTP/2, because every answer over it would be 500 (docs/adr/0011). */
  private Optional<String> http2() {
    return "false".equalsIgnoreCase(text(settings.http2()).orElse("false"))
        ? Optional.empty()
        : Optional.of("QUARKUS_HTTP_HTTP2 must be false: the service speaks HTTP/1.1 alone");
  }

  private Optional<String> database() {
    Optional<String> url = text(settings.databaseUrl());
    if (url.isEmpty()) {
      return Optional.of(
          "QUARKUS_DATASOURCE_JDBC_URL is missing: production needs a PostgreSQL database");
    }
    // The messages do not contain the URL, because it may contain a password.
    if (!url.get().startsWith("jdbc:postgresql:")) {
      return Optional.of("QUARKUS_DATASOURCE_JDBC_URL must begin with \"jdbc:postgresql:\"");
    }
    return Driver.parseURL(url.get(), null) != null
        ? Optional.empty()
        : Optional.of("QUARKUS_DATASOURCE_JDBC_URL cannot be read: check its hosts and ports");
  }

  private Optional<String> identity() {
    if ("false".equals(text(settings.listens()).orElse("true"))) {
      return Optional.empty();
    }
    if ("false".equals(text(settings.authenticates()).orElse("true"))) {
      return Optional.of(
          "QUARKUS_OIDC_TENANT_ENABLED is false: production needs an identity provider");
    }
    Optional<String> server = text(settings.identityProvider());
    if (server.isPresent()) {
      return isWebAddress(server.get())
          ? Optional.empty()
          : Optional.of("QUARKUS_OIDC_AUTH_SERVER_URL must be an http or https URL");
    }
    Optional<String> key = text(settings.publicKey());
    if (key.isPresent()) {
      return PublicKeyText.isKey(key.get())
          ? Optional.empty()
          : Optional.of("QUARKUS_OIDC_PUBLIC_KEY must be a public key, PEM or its base64 alone");
    }
    return text(settings.trustStore()).isPresent()
        ? Optional.empty()
        : Optional.of(
            "QUARKUS_OIDC_AUTH_SERVER_URL is missing: production needs an identity provider"
                + " (or a key: QUARKUS_OIDC_PUBLIC_KEY)");
  }

  private static boolean isWebAddress(String text) {
    try {
      URI uri = URI.create(text);
      return uri.getHost() != null && List.of("http", "https").contains(uri.getScheme());
    } catch (IllegalArgumentException notAUri) {
      return false;
    }
  }

  private static Optional<String> text(Optional<String> value) {
    return value.map(String::strip).filter(text -> !text.isEmpty());
  }
}
