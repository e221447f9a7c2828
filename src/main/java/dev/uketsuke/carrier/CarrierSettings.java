package dev.uketsuke.carrier;

import dev.uketsuke.startup.Limits;
import dev.uketsuke.startup.WebAddress;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Optional;

/**
 * The address of the carrier, the time limits of calls to it, and the credentials of the service
 * there. {@link AgreeingCredentials} checks that the credentials are complete. Trusted certificates
 * are settings of the framework, {@code QUARKUS_TLS_CARRIER_…} ({@link CarrierClients}).
 */
@ConfigMapping(prefix = "uketsuke.carrier")
@AgreeingCredentials
interface CarrierSettings {

  /**
   * The carrier's base URL, {@code UKETSUKE_CARRIER_URL}, to which {@code /waybills} is appended.
   * Without one no waybill is ordered, and the orders wait.
   */
  Optional<@WebAddress String> url();

  /** How long to wait for a connection, {@code UKETSUKE_CARRIER_CONNECT_TIMEOUT}. */
  @WithDefault("PT2S")
  @Limits(least = "PT0.01S", most = "PT1M")
  Duration connectTimeout();

  /**
   * How long to wait for an answer, {@code UKETSUKE_CARRIER_READ_TIMEOUT}. An attempt makes up to
   * two calls, which together must take less time than {@code UKETSUKE_RELAY_LEASE}.
   */
  @WithDefault("PT8S")
  @Limits(least = "PT0.01S", most = "PT1M")
  Duration readTimeout();

  /**
   * How long the carrier is asked about an order that is no longer needed but may have been booked,
   * because an attempt ended without an answer, {@code UKETSUKE_CARRIER_ASK_FOR}. After that time
   * the order is dropped and listed by reconciliation. The time must be longer than the carrier
   * needs to book a waybill.
   */
  @WithDefault("PT24H")
  @Limits(least = "PT0.1S", most = "P30D")
  Duration askFor();

  /**
   * The name of a header that is added to every call to the carrier, such as {@code X-Api-Key},
   * {@code UKETSUKE_CARRIER_HEADER_NAME}.
   */
  Optional<@Pattern(regexp = HEADER_NAME, message = HEADER_NAME_RULE) String> headerName();

  /** The value of that header, {@code UKETSUKE_CARRIER_HEADER_VALUE}, which is a secret. */
  Optional<@Pattern(regexp = CREDENTIAL, message = CREDENTIAL_RULE) String> headerValue();

  /**
   * The token endpoint of the carrier's authorization server, {@code UKETSUKE_CARRIER_TOKEN_URL}.
   * If it is set, each call contains an access token that the service obtains there by the client
   * credentials grant of OAuth 2.0 (RFC 6749 §4.4).
   */
  Optional<@WebAddress String> tokenUrl();

  /** The service's client id at the token endpoint, {@code UKETSUKE_CARRIER_TOKEN_CLIENT_ID}. */
  Optional<@Pattern(regexp = CREDENTIAL, message = CREDENTIAL_RULE) String> tokenClientId();

  /** The secret of that client, {@code UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET}. */
  Optional<@Pattern(regexp = CREDENTIAL, message = CREDENTIAL_RULE) String> tokenClientSecret();

  /**
   * How the client secret is sent, {@code UKETSUKE_CARRIER_TOKEN_CLIENT_AUTHENTICATION}: {@code
   * basic} for HTTP Basic, or {@code post} for the form (RFC 6749 §2.3.1).
   */
  @WithDefault("basic")
  ClientAuthentication tokenClientAuthentication();

  /** The scopes to ask for, separated by spaces, {@code UKETSUKE_CARRIER_TOKEN_SCOPE}. */
  Optional<@Pattern(regexp = CREDENTIAL, message = CREDENTIAL_RULE) String> tokenScope();

  /** The audience to ask for, if the server needs one, {@code UKETSUKE_CARRIER_TOKEN_AUDIENCE}. */
  Optional<@Pattern(regexp = CREDENTIAL, message = CREDENTIAL_RULE) String> tokenAudience();

  /** How a client authenticates at a token endpoint. */
  enum ClientAuthentication {
    /** In the header {@code Authorization}. */
    BASIC,
    /** As {@code client_id} and {@code client_secret} in the form. */
    POST
  }

  /** A field name (RFC 9110 §5.1) that neither this service nor HTTP itself sets. */
  String HEADER_NAME =
      "(?i)(?!(?:accept.*|connection|content-.*|expect|host|idempotency-key|te|traceparent"
          + "|tracestate|trailer|transfer-encoding|upgrade)$)[!#$%&'*+.^_`|~0-9a-z-]{1,100}";

  /** The message for another name. */
  String HEADER_NAME_RULE = "must be the name of a header that the service does not set itself";

  /** Refuses the line break at the end of a mounted file, and text that would add a header. */
  String CREDENTIAL = "[!-~](?:[ -~]{0,8000}[!-~])?";

  /** The message for another value. */
  String CREDENTIAL_RULE = "must be printable ASCII without a space or line break at either end";
}
