package dev.uketsuke.carrier;

import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;

/** Is thrown if the carrier gives no usable answer, so that the outcome of the call is unknown. */
class CarrierTrouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MAX_CAUSES = 10;

  private static final String CLIENT_CERTIFICATE =
      "if it asks for a client certificate, name that in QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_CERT"
          + " and QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_KEY";

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
   * @param address the address
   */
  static CarrierTrouble of(Exception failure, String variable, String address) {
    Throwable root = failure;
    String away = null;
    for (int depth = 0; depth < MAX_CAUSES && root.getCause() != null; depth++) {
      away = away == null ? away(root) : away;
      root = root.getCause();
    }
    away = away == null ? away(root) : away;
    String kind = " (" + root.getClass().getSimpleName() + ")";
    return away == null
        ? new CarrierTrouble(
            "no answer from " + variable + broken(root, address) + kind, Duration.ZERO)
        : new Unreached(variable + " cannot be reached: " + away + kind);
  }

  /**
   * Returns a text about a connection that broke before the answer; empty if it did not. Over TLS
   * 1.3 a server may refuse the client certificate only after the request was sent, so the outcome
   * is unknown like that of any other broken connection. Which exception then tells it, and in
   * which words, depends on whether our write, its close or its alert comes first and on the Java
   * release, so that every input or output error counts that is not a time-out.
   */
  private static String broken(Throwable root, String address) {
    boolean broken =
        root instanceof HttpClosedException
            || root instanceof IOException && !(root instanceof InterruptedIOException);
    if (!broken) {
      return "";
    }
    return address.strip().regionMatches(true, 0, "https:", 0, "https:".length())
        ? ": it closed the connection; " + CLIENT_CERTIFICATE
        : ": it closed the connection";
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
          + " QUARKUS_TLS_CARRIER_TRUST_STORE_PEM_CERTS; "
          + CLIENT_CERTIFICATE;
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
