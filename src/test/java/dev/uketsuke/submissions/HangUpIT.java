package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
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
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

      assertNotedOnce(service, api, key);
      api.submit(key, SMALLEST).expect(200);
      assertEquals(Rows.ONE, Rows.ofKey(key));
      service.terminate();
      service.awaitExit(Duration.ofMinutes(1)); // All is written now that will be.
      assertFalse(service.log().contains("\"level\":\"ERROR\""));
    }
  }

  /**
   * The first submission loses its connection, the second one takes its turn and is decided only
   * after its client has been told "in progress".
   */
  @Test
  void whatIsCreatedAfterItsClientWasAnsweredIsLoggedAndCounted() throws Exception {
    try (var service = PackagedService.start()) {
      var api = Api.at(service.uri(), Tokens.applicant());
      var key = newKey();
      var answer = new Answer[1];
      // The second one is to come while the first one holds the key; try until it did.
      for (int i = 0; i < 10 && (answer[0] == null || answer[0].status() != 409); i++) {
        var attempt = newKey();
        key = attempt;
        Tricks.slowKey(attempt, Duration.ofSeconds(3))
            .during(
                () -> {
                  var first = Concurrently.start(at -> api.submit(attempt, SMALLEST));
                  Tricks.awaitSlowWriter();
                  var second = Concurrently.start(at -> api.submit(attempt, SMALLEST));
                  Until.holds("both are under way", () -> activeRequests(service) >= 2);
                  TestDatabase.execute(
                      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                          + " WHERE datname = current_database() AND wait_event = 'PgSleep'");
                  first.get(1, TimeUnit.MINUTES).expectProblem(503, "outcome-unknown");
                  answer[0] = second.get(1, TimeUnit.MINUTES);
                  Until.holds("it is committed", () -> !Rows.NONE.equals(Rows.ofKey(attempt)));
                });
      }
      answer[0].expectProblem(409, "submission-in-progress");
      assertNotedOnce(service, api, key);
    }
  }

  private static void assertNotedOnce(PackagedService service, Api api, String key)
      throws Exception {
    var id = Rows.applicationOf(key);
    var line =
        "Submission CREATED application=" + id + " key=" + new IdempotencyKey(key).hash() + "\"";
    Until.holds("it is logged", () -> service.log().contains(line));
    assertEquals(2, service.log().split(Pattern.quote(line), -1).length, "logged once");
    var metrics = api.get("/q/metrics").expect(200).text();
    var created = Integer.parseInt(TestDatabase.value("SELECT count(*) FROM shipping_application"));
    assertTrue(
        metrics.contains("uketsuke_submissions_total{outcome=\"created\"} " + created + ".0"),
        metrics);
  }

  private static double activeRequests(PackagedService service) {
    var metrics = Api.at(service.uri(), Tokens.applicant()).get("/q/metrics").text();
    return metrics
        .lines()
        .filter(line -> line.startsWith("http_server_active_requests"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
