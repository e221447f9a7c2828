package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A client that is gone changes nothing of what it sent, and is no fault of ours. */
class HangUpIT {

  @BeforeEach
  void freshDatabase() {
    TestDatabase.create();
  }

  static Stream<Arguments> waysToHangUp() {
    return Stream.of(arguments("closed", -1), arguments("reset", 0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waysToHangUp")
  void hangUpDuringTheWriteIsOneApplicationAndNoError(String how, int linger) throws Exception {
    try (var service = PackagedService.start()) {
      var api = Api.at(service.uri(), Tokens.applicant());
      var key = newKey();
      Tricks.slowKey(key, Duration.ofSeconds(2))
          .during(
              () -> {
                try (var socket = new Socket(service.uri().getHost(), service.uri().getPort())) {
                  socket.setSoLinger(linger >= 0, Math.max(linger, 0));
                  var request = RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key);
                  socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                  Tricks.awaitSlowWriter();
                }
                Until.holds("it is committed", () -> !Rows.NONE.equals(Rows.ofKey(key)));
              });

      api.submit(key, SMALLEST).expect(200);
      assertEquals(Rows.ONE, Rows.ofKey(key));
      service.terminate();
      service.awaitExit(Duration.ofMinutes(1)); // All is written now that will be.
      assertFalse(service.log().contains("\"level\":\"ERROR\""));
    }
  }
}
