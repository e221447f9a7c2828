package dev.uketsuke.carrier;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection that is closed before the answer may have been closed for a client certificate. */
class CarrierTroubleTest {

  private static final String SETTING = "QUARKUS_TLS_CARRIER_KEY_STORE_PEM_CLIENT_CERT";

  /** Which one it is depends on whether our write, the close or the alert comes first. */
  static Stream<Exception> closed() {
    return Stream.of(
        new SocketException("Connection reset"),
        new IOException("Connection was closed"),
        new IOException("Connection reset by peer"),
        new IOException("Broken pipe"),
        new IOException("Connection aborted by the software of this host"),
        new IOException(),
        new SSLException("Received fatal alert: certificate_required"),
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

  @Test
  void answerThatIsLateSaysNothingOfTheCertificate() {
    var late =
        CarrierTrouble.of(
            new SocketTimeoutException("Read timed out"),
            "UKETSUKE_CARRIER_URL",
            "https://carrier.example");
    assertFalse(late.getMessage().contains(SETTING), late.getMessage());
  }
}
