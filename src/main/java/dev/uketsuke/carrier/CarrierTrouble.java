package dev.uketsuke.carrier;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;

/** The carrier gave no answer that can be used, so it is unknown what it did. */
class CarrierTrouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int DEEPEST = 10;

  private final transient Duration retryAfter;

  CarrierTrouble(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** Returns how long it wants to be left alone; zero if it does not say. */
  Duration retryAfter() {
    return retryAfter == null ? Duration.ZERO : retryAfter;
  }

  /**
   * Returns what a failed call means.
   *
   * @param failure what the client threw
   * @param variable the setting that holds the address that was called
   */
  static CarrierTrouble of(Exception failure, String variable) {
    Throwable root = failure;
    String away = null;
    for (int depth = 0; depth < DEEPEST && root.getCause() != null; depth++) {
      away = away == null ? away(root) : away;
      root = root.getCause();
    }
    away = away == null ? away(root) : away;
    String kind = " (" + root.getClass().getSimpleName() + ")";
    return away == null
        ? new CarrierTrouble("no answer from " + variable + kind, Duration.ZERO)
        : new Unreached(variable + " cannot be reached: " + away + kind);
  }

  /** Returns why no connection came about; null if one may have. Without one nothing was sent. */
  private static String away(Throwable cause) {
    if (cause instanceof UnknownHostException) {
      return "its name does not resolve";
    }
    if (cause instanceof SSLHandshakeException) {
      return "no TLS connection is agreed on; a certificate authority of its own is named by"
          + " QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS";
    }
    return cause instanceof ConnectException || cause instanceof NoRouteToHostException
        ? "it does not accept the connection"
        : null;
  }

  /** The carrier was not reached, or not called, so it has done nothing. */
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
