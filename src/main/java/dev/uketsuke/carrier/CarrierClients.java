package dev.uketsuke.carrier;

import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.reactive.client.api.QuarkusRestClientProperties;

/**
 * Makes the HTTP clients for the carrier and for its token endpoint.
 *
 * <p>Both trust the certificates of the framework's TLS configuration {@code carrier} ({@code
 * QUARKUS_TLS_CARRIER_…}), and show the client certificate of that configuration to a server that
 * asks for one. Without such a configuration they use the default one ({@code QUARKUS_TLS_…}) if it
 * trusts anything, or else they trust the certificates of the Java runtime.
 */
@Singleton
class CarrierClients {

  private static final String TLS = "carrier";

  private final CarrierSettings settings;
  private final TlsConfigurationRegistry certificates;

  CarrierClients(CarrierSettings settings, TlsConfigurationRegistry certificates) {
    this.settings = settings;
    this.certificates = certificates;
  }

  /**
   * Returns a client for {@code UKETSUKE_CARRIER_URL}, which must be set.
   *
   * @param keepsConnections whether the client uses a connection for more than one call
   */
  WaybillApi carrier(boolean keepsConnections) {
    QuarkusRestClientBuilder builder =
        builder(settings.url().orElseThrow())
            .property(QuarkusRestClientProperties.KEEP_ALIVE_ENABLED, keepsConnections);
    settings
        .headerName()
        .ifPresent(
            name ->
                builder.property(
                    QuarkusRestClientProperties.STATIC_HEADERS,
                    Map.of(name, settings.headerValue().orElseThrow())));
    return builder.build(WaybillApi.class);
  }

  /**
   * Returns a client for {@code UKETSUKE_CARRIER_TOKEN_URL}, which must be set. It opens a
   * connection for each request, because so much time passes between two requests for a token that
   * the server may be closing an open connection.
   */
  TokenApi tokens() {
    return builder(settings.tokenUrl().orElseThrow())
        .property(QuarkusRestClientProperties.KEEP_ALIVE_ENABLED, false)
        .build(TokenApi.class);
  }

  private QuarkusRestClientBuilder builder(String url) {
    QuarkusRestClientBuilder builder =
        QuarkusRestClientBuilder.newBuilder()
            .baseUri(URI.create(url.strip().replaceFirst("/+$", "")))
            .connectTimeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .readTimeout(settings.readTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .property("microprofile.rest.client.disable.default.mapper", true)
            .register(new DisconnectOnClose());
    tls().ifPresent(builder::tlsConfiguration);
    return builder;
  }

  private Optional<TlsConfiguration> tls() {
    return certificates
        .get(TLS)
        .or(
            () ->
                certificates
                    .getDefault()
                    .filter(tls -> tls.isTrustAll() || tls.getTrustStore() != null));
  }
}
