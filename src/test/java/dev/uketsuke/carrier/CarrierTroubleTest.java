package dev.uketsuke.carrier;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection that is closed before the answer may have been closed for a client certificate. */
class CarrierTroubleTest {

  private static final String SETTING = "QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_CERT";

  /** Which one it is depends on whether the close or the alert is read first. */
  static Stream<Exception> closed() {
    return Stream.of(
        new SocketException("Connection reset"),
        new IOException("Connection was closed"),
        new IOException("Connection reset by peer"),
        new IOException("Broken pipe"),
        new ClosedChannelException(),
        new HttpClosedException("Connection was closed"),
        new IllegalStateException(new HttpClosedException("Connection was closed")));
  }

  @ParameterizedTest
  @MethodSource("closed")
  void closedConnectionNamesTheCertificateOverTls(Exception failure) {
    var over = CarrierTrouble.of(failure, "UKETSUKE_CARRIER_URL", "https://carrier.example");
    assertTrue(over.getMessage().contains(SETTING), over.getMessage());

    var plain = CarrierTrouble.of(failure, "UKETSUKE_CARRIER_URL", "http://carrier.example");
    assertFalse(plain.getMessage().contains(SETTING), plain.getMessage());
  }
}
