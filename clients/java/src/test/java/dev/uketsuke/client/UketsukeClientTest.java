package dev.uketsuke.client;

import static dev.uketsuke.client.Script.answer;
import static dev.uketsuke.client.Script.lost;
import static dev.uketsuke.client.Script.problem;
import static dev.uketsuke.client.Script.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client makes of each answer, and of none. */
class UketsukeClientTest {

  private static final String NAME = "order/4711 ü";
  private static final String CONTENT = "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}";
  private static final String OTHER = "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":2}";
  private static final Script.Step CREATED = answer(201, Script.RECEIPT);
  private static final Script.Step REPLAYED = answer(200, Script.RECEIPT);
  private static final Script.Step UNAUTHENTICATED = problem(401, "authentication-required");

  @TempDir Path directory;
  private KeyStore store;
  private Script service;
  private final List<Duration> waits = new ArrayList<>();
  private final List<Boolean> renewals = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void start() throws IOException {
    service = new Script();
    store = new FileKeyStore(directory);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private UketsukeClient client() {
    return builder().build(waits::add);
  }

  private UketsukeClient.Builder builder() {
    return UketsukeClient.builder(
        service.uri(),
        store,
        renew -> {
          renewals.add(renew);
          return renew ? "new" : "old";
        });
  }

  private record Case(Class<? extends Outcome> type, Script.Step answer, Script.Step inquiry) {}

  static Stream<Case> outcomes() {
    var unknown = problem(503, "outcome-unknown");
    return Stream.of(
        new Case(Outcome.Created.class, CREATED, null),
        new Case(Outcome.Replayed.class, REPLAYED, null),
        new Case(Outcome.Conflict.class, problem(409, "idempotency-key-conflict"), null),
        new Case(Outcome.Expired.class, problem(410, "idempotency-key-expired"), null),
        new Case(Outcome.Refused.class, problem(400, "invalid-request"), null),
        new Case(Outcome.SignedOut.class, UNAUTHENTICATED, null),
        new Case(Outcome.Replayed.class, unknown, state("RECORDED")),
        new Case(Outcome.Expired.class, unknown, state("EXPIRED")),
        new Case(Outcome.NotRecorded.class, unknown, state("NOT_RECORDED")),
        new Case(Outcome.InProgress.class, unknown, state("IN_PROGRESS")),
        new Case(Outcome.SignedOut.class, unknown, UNAUTHENTICATED),
        new Case(Outcome.Unknown.class, unknown, state("SOMETHING_NEW")),
        new Case(Outcome.Unknown.class, unknown, problem(400, "invalid-request")),
        new Case(Outcome.Unknown.class, lost(), lost()));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void eachOutcomeHasATypeOfItsOwn(Case each) throws Exception {
    service.sends(each.answer());
    if (each.inquiry() != null) {
      service.inquiries(each.inquiry());
    }
    assertInstanceOf(each.type(), client().submit(NAME, CONTENT));
    assertEquals(1, service.keys().size());
    assertEquals(1, service.bodies().size());
  }

  static Stream<String> vague() {
    return Script.vague().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("vague")
  void whatSaysNothingIsTriedAgain(String what) throws Exception {
    var step = Script.vague().get(what);
    // A 401 of any origin is first met with a renewed token.
    service.sends(step, step, CREATED);
    assertInstanceOf(Outcome.Created.class, client().submit(NAME, CONTENT));
    assertEquals(1, service.keys().size());
    assertEquals(1, service.bodies().size());
  }

  @Test
  void refusalTellsWhatIsWrong() throws Exception {
    service.sends(
        answer(
            400,
            "{\"type\":\"https://uketsuke.example/problems/invalid-request\",\"detail\":\"d\","
                + "\"violations\":[{\"field\":\"parcels\",\"code\":\"out-of-range\",\"message\":\"m\"}]}"));
    var refused = assertInstanceOf(Outcome.Refused.class, client().submit(NAME, CONTENT));
    assertEquals("invalid-request", refused.problem());
    assertEquals(
        List.of(new Outcome.Refused.Violation("parcels", "out-of-range", "m")),
        refused.violations());
  }

  @Test
  void keyAndBytesAreStoredBeforeAnythingIsSent() throws Exception {
    var found = new AtomicReference<Optional<Operation>>();
    service.sends(
        exchange -> {
          found.set(store.load(NAME));
          CREATED.play(exchange);
        });
    client().submit(NAME, CONTENT);
    var operation = found.get().orElseThrow();
    assertEquals(List.of('"' + operation.key() + '"'), service.submissions("Idempotency-Key"));
    assertEquals(CONTENT, operation.body());
  }

  @Test
  void nothingIsSentThatCannotBeStored() throws Exception {
    store = new FileKeyStore(Path.of("/dev/null/operations"));
    assertThrows(IOException.class, () -> client().submit(NAME, CONTENT));
    assertEquals(List.of(), service.requests());
  }

  @Test
  void keyStaysUntilTheOperationIsForgotten() throws Exception {
    service.sends(CREATED, REPLAYED);
    client().submit(NAME, CONTENT);
    client().submit(NAME, CONTENT);
    client().submitAgain(NAME);
    assertEquals(1, service.keys().size());
    client().forget(NAME);
    client().submit(NAME, CONTENT);
    assertEquals(2, service.keys().size());
  }

  @Test
  void correctedContentKeepsTheKey() throws Exception {
    service.sends(problem(400, "invalid-request"), CREATED);
    client().submit(NAME, OTHER);
    client().submit(NAME, CONTENT);
    assertEquals(1, service.keys().size());
    assertEquals(2, service.bodies().size());
    assertEquals(CONTENT, store.load(NAME).orElseThrow().body());
  }

  @Test
  void callersAtTheSameTimeHaveOneKey() throws Exception {
    service.sends(CREATED);
    var pool = Executors.newFixedThreadPool(8);
    try {
      Callable<Outcome> work = () -> builder().build().submit(NAME, CONTENT);
      for (var outcome : pool.invokeAll(Collections.nCopies(16, work))) {
        assertInstanceOf(Outcome.Created.class, outcome.get());
      }
    } finally {
      pool.shutdownNow();
    }
    assertEquals(1, service.keys().size());
  }

  @Test
  void interruptedThreadLeavesTheOperationInTheStore() throws Exception {
    var thread = Thread.currentThread();
    service.sends(exchange -> thread.interrupt(), REPLAYED);
    assertThrows(InterruptedException.class, () -> builder().build().submit(NAME, CONTENT));
    assertInstanceOf(Outcome.Replayed.class, client().submitAgain(NAME));
    assertEquals(1, service.keys().size());
  }

  @Test
  void operationThatIsNotStoredIsNotMadeUp() {
    assertThrows(NoSuchElementException.class, () -> client().submitAgain(NAME));
    assertThrows(NoSuchElementException.class, () -> client().inquire(NAME));
    assertEquals(List.of(), service.requests());
  }

  @Test
  void keyMayBeAnyPrintableText() throws Exception {
    service.sends(lost()).inquiries(state("NOT_RECORDED"));
    builder().keys(() -> "a \"b\" \\c+&").build(waits::add).submit(NAME, CONTENT);
    assertEquals("\"a \\\"b\\\" \\\\c+&\"", service.keys().iterator().next());
    assertEquals(
        "/v1/submissions?idempotencyKey=a+%22b%22+%5Cc%2B%26",
        service.requests().get(service.requests().size() - 1).uri());
  }

  @Test
  void tokenIsRenewedOnceAndTheSameBytesGoOutAgain() throws Exception {
    service.sends(UNAUTHENTICATED, CREATED);
    assertInstanceOf(Outcome.Created.class, client().submit(NAME, CONTENT));
    assertEquals(List.of(false, true), renewals);
    assertEquals(List.of("Bearer old", "Bearer new"), service.submissions("Authorization"));
    assertEquals(1, service.keys().size());
  }

  @Test
  void tokenMayExpireBetweenALostAnswerAndItsRepetition() throws Exception {
    service.sends(lost(), UNAUTHENTICATED, lost()).inquiries(UNAUTHENTICATED, state("RECORDED"));
    assertInstanceOf(Outcome.Replayed.class, client().submit(NAME, CONTENT));
    assertEquals(1, service.keys().size());
  }

  @Test
  void tokenThatCannotBeHadIsNoAnswer() throws Exception {
    var client =
        UketsukeClient.builder(
                service.uri(),
                store,
                renew -> {
                  throw new IOException("no provider");
                })
            .build(waits::add);
    var unknown = assertInstanceOf(Outcome.Unknown.class, client.submit(NAME, CONTENT));
    assertEquals("no provider", unknown.cause().orElseThrow().getMessage());
    assertEquals(List.of(), service.requests());
  }

  @Test
  void answerThatStopsInTheMiddleIsGivenUp() throws Exception {
    service.sends(Script.stalled(), CREATED);
    var fast = Patience.DEFAULT;
    var client =
        builder()
            .patience(
                new Patience(
                    2,
                    1,
                    Duration.ofMillis(300),
                    fast.firstDelay(),
                    fast.longestDelay(),
                    fast.longestRetryAfter()))
            .build(waits::add);
    assertInstanceOf(Outcome.Created.class, client.submit(NAME, CONTENT));
  }

  @Test
  void retryAfterIsObeyed() throws Exception {
    service.sends(problem(503, "outcome-unknown", "Retry-After", "7"), CREATED);
    client().submit(NAME, CONTENT);
    assertEquals(List.of(Duration.ofSeconds(7)), waits);
  }

  @Test
  void retryAfterAsADateIsMeasuredWithTheClockOfTheService() {
    var date = List.of("Mon, 30 Nov 2020 09:30:09 GMT");
    var now = List.of("Mon, 30 Nov 2020 09:30:00 GMT");
    var ofAnotherTime = Clock.systemUTC();
    assertEquals(
        Duration.ofSeconds(9),
        unavailable(Map.of("Retry-After", date, "Date", now)).retryAfter(ofAnotherTime));
    var clock = Clock.fixed(Instant.parse("2020-11-30T09:30:04Z"), ZoneOffset.UTC);
    assertEquals(Duration.ofSeconds(5), unavailable(Map.of("Retry-After", date)).retryAfter(clock));
    assertEquals(
        Duration.ZERO, unavailable(Map.of("Retry-After", now, "Date", date)).retryAfter(clock));
  }

  private static Answer unavailable(Map<String, List<String>> headers) {
    return new Answer(503, HttpHeaders.of(headers, (name, value) -> true), Map.of());
  }

  @Test
  void illegibleRetryAfterIsNone() throws Exception {
    var values = List.of("-5", "soon", "1.5", "Mon, 99 Nov 2026 09:30:09 GMT", "");
    service.sends(
        Stream.concat(
                values.stream().map(value -> problem(503, "outcome-unknown", "Retry-After", value)),
                Stream.of(CREATED))
            .toArray(Script.Step[]::new));
    client().submit(NAME, CONTENT);
    assertEquals(values.size(), waits.size());
    assertTrue(waits.stream().allMatch(wait -> wait.compareTo(Duration.ofSeconds(8)) <= 0));
  }

  @Test
  void longRetryAfterEndsTheAttemptsForNow() throws Exception {
    for (var value : List.of("3600", "99999999999999999999")) {
      service.sends(problem(503, "temporarily-unavailable", "Retry-After", value));
    }
    service.sends(problem(409, "submission-in-progress", "Retry-After", "61"));
    var unknown = assertInstanceOf(Outcome.Unknown.class, client().submit(NAME, CONTENT));
    assertEquals(Optional.of(Duration.ofHours(1)), unknown.retryAfter());
    assertInstanceOf(Outcome.Unknown.class, client().submitAgain(NAME));
    var open = assertInstanceOf(Outcome.InProgress.class, client().submitAgain(NAME));
    assertEquals(Optional.of(Duration.ofSeconds(61)), open.retryAfter());
    assertEquals(List.of(), waits);
  }

  @Test
  void waitsDoubleWithJitterUpToABound() {
    for (double random : new double[] {0, 0.5, 1}) {
      var waits =
          Stream.iterate(1, attempt -> attempt + 1)
              .limit(8)
              .map(attempt -> Patience.DEFAULT.backOff(attempt, random).toMillis())
              .toList();
      var full = Arrays.asList(500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000);
      assertEquals(full.stream().map(ms -> (long) (ms * (0.5 + random / 2))).toList(), waits);
    }
  }

  @Test
  void addressWithAPathKeepsIt() throws Exception {
    service.sends(CREATED);
    for (var path : List.of("/shipping", "/shipping/")) {
      UketsukeClient.builder(service.uri().resolve(path), store, renew -> "token")
          .build()
          .submit(NAME, CONTENT);
    }
    assertEquals(
        List.of("/shipping/v1/applications", "/shipping/v1/applications"),
        service.requests().stream().map(Script.Request::uri).toList());
  }
}
