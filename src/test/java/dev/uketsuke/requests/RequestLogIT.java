package dev.uketsuke.requests;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each log line of a request names that request, although other threads may do its work. */
class RequestLogIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMES = 40;

  private static PackagedService service;

  private final Api api = Api.at(service.uri(), Tokens.applicant());

  @BeforeAll
  static void start() throws Exception {
    TestDatabase.create();
    service = PackagedService.start();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  /** The account's share of the pool makes most of them wait. */
  @Test
  void submissionThatWaitedIsLoggedUnderItsOwnRequest() throws Exception {
    var account = api.caller().issuer() + "|" + api.caller().subject();
    var answers = new ArrayList<Answer>();
    Tricks.slowCommit("shipping_application", "account_id", account, Duration.ofMillis(100))
        .during(
            () -> answers.addAll(Concurrently.run(TIMES, i -> submit(newKey(), "waited-" + i))));

    for (int i = 0; i < TIMES; i++) {
      var id = answers.get(i).expect(201).applicationId();
      assertEquals(
          List.of("waited-" + i), requestsOf("Submission CREATED application=" + id + " ", 1));
    }
  }

  /** Duplicates that waited are answered by the thread that decided the first one. */
  @Test
  void duplicateThatWaitedIsLoggedUnderItsOwnRequest() throws Exception {
    var key = newKey();
    Tricks.slowKey(key, Duration.ofMillis(700))
        .during(() -> Concurrently.run(TIMES, i -> submit(key, "same-" + i)));

    var hash = "key=" + new IdempotencyKey(key).hash();
    var expected = IntStream.range(0, TIMES).mapToObj(i -> "same-" + i).toList();
    assertEquals(new TreeSet<>(expected), new TreeSet<>(requestsOf(hash, TIMES)));
  }

  private Answer submit(String key, String requestId) throws IOException {
    return RawHttp.exchange(
        service.uri(),
        RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key, "Request-Id: " + requestId));
  }

  /** The requests that are named by the lines with this text, at least so many of them. */
  private static List<String> requestsOf(String text, int atLeast) throws Exception {
    Until.holds("it is logged", () -> linesWith(text).size() >= atLeast);
    return linesWith(text).stream()
        .map(line -> line.path("mdc").path("requestId").asText())
        .toList();
  }

  private static List<JsonNode> linesWith(String text) throws IOException {
    var lines = new ArrayList<JsonNode>();
    for (var line : service.log().lines().filter(line -> line.contains(text)).toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }
}
