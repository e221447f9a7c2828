package dev.uketsuke.carrier;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;

/** Is thrown if the carrier gives no usable answer, so that the outcome of the call is unknown. */
class CarrierTrouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MAX_CAUSES = 10;

  private final transient Duration retryAfter;

  CarrierTrouble(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** Returns how long the carrier asked us to wait; zero if it did not. */
  Duration retryAfter() {
    return retryAfter == null ? Duration.ZERO : retryAfter;
  }

  /**
   * Returns the trouble that explains a failed call.
   *
   * @param failure the exception of the client
   * @param variable the environment variable with the address that was called
   */
  static CarrierTrouble of(Exception failure, String variable) {
    Throwable root = failure;
    String away = null;
    for (int depth = 0; depth < MAX_CAUSES && root.getCause() != null; depth++) {
      away = away == null ? away(root) : away;
      root = root.getCause();
    }
    away = away == null ? away(root) : away;
    String kind = " (" + root.getClass().getSimpleName() + ")";
    return away == null
        ? new CarrierTrouble("no answer from " + variable + kind, Duration.ZERO)
        : new Unreached(variable + " cannot be reached: " + away + kind);
  }

  /**
   * Returns why there was no connection, so that nothing was sent; null if there may have been one.
   */
  private static String away(Throwable cause) {
    if (cause instanceof UnknownHostException) {
      return "its name does not resolve";
    }
    if (cause instanceof SSLHandshakeException) {
      return "the TLS handshake failed; if it has a certificate authority of its own, name that in"
          + " QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS";
    }
    return cause instanceof ConnectException || cause instanceof NoRouteToHostException
        ? "it does not accept the connection"
        : null;
  }

  /**
   * Is thrown if the carrier was not reached or not called, so that it has certainly booked
   * nothing.
   */
  static final class Unreached extends CarrierTrouble {
    private static final long serialVersionUID = 1L;

    Unreached(String message) {
      this(message, Duration.ZERO);
    }

    Unreached(String message, Duration retryAfter) {
      super(message, retryAfter);
    }
  }
}
