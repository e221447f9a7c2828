package dev.uketsuke.carrier;

import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.spi.Converter;

/** Where the carrier is and how long we listen to it. */
@ConfigMapping(prefix = "uketsuke.carrier")
interface CarrierSettings {

  /**
   * The carrier's base URL, {@code UKETSUKE_CARRIER_URL}; {@code /waybills} is added. Without one
   * no waybill is ordered, and the orders wait.
   */
  @WithConverter(BaseUrl.class)
  Optional<URI> url();

  /** How long to wait for a connection, {@code UKETSUKE_CARRIER_CONNECT_TIMEOUT}. */
  @WithDefault("PT2S")
  @WithConverter(Connect.class)
  Duration connectTimeout();

  /**
   * How long to wait for an answer, {@code UKETSUKE_CARRIER_READ_TIMEOUT}. An attempt may ask
   * twice, so twice this and the time to connect has to fit into {@code UKETSUKE_RELAY_LEASE}.
   */
  @WithDefault("PT8S")
  @WithConverter(Read.class)
  Duration readTimeout();

  /** An address that can be called, without its last slash. */
  @RegisterForReflection
  final class BaseUrl implements Converter<URI> {
    private static final long serialVersionUID = 1L;
    private static final int PORTS = 65_536;

    /** Called by the configuration library, by reflection; hence public. */
    public BaseUrl() {}

    @Override
    public URI convert(String value) {
      try {
        URI uri = new URI(value.strip().replaceFirst("/+$", ""));
        if (uri.getHost() != null
            && uri.getPort() != 0
            && uri.getPort() < PORTS
            && uri.getRawUserInfo() == null
            && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null) {
          return uri;
        }
      } catch (java.net.URISyntaxException notAUri) {
        // Refused below, in the operator's words.
      }
      // The value is not repeated: a URL may carry a password.
      throw new IllegalArgumentException(
          "UKETSUKE_CARRIER_URL must be an http or https URL without user, query or fragment");
    }
  }

  /** At most a minute: a lease waits for it. */
  @RegisterForReflection
  final class Connect extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Connect() {
      super("UKETSUKE_CARRIER_CONNECT_TIMEOUT", Duration.ofMillis(10), Duration.ofMinutes(1));
    }
  }

  /** At most a minute: a lease waits for it. */
  @RegisterForReflection
  final class Read extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Read() {
      super("UKETSUKE_CARRIER_READ_TIMEOUT", Duration.ofMillis(10), Duration.ofMinutes(1));
    }
  }
}
