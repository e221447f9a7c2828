package dev.uketsuke.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.CarrierStub.Reply;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each paid application gets one waybill, whatever happens to us or to the carrier. */
class WaybillOrderIT {

  private CarrierStub carrier;

  @BeforeEach
  void fresh() throws Exception {
    TestDatabase.create();
    carrier = CarrierStub.start();
  }

  @AfterEach
  void stop() {
    carrier.close();
  }

  @Test
  void twoInstancesOrderOnceForEachOfManyRows() throws Exception {
    try (var one = start(Map.of());
        var two = start(Map.of())) {
      assertTrue(one.isAlive() && two.isAlive());
      var account = Messages.paidApplications(300);

      Until.holds(
          "all have a number",
          () -> Messages.count(account, "waybill_number = 'WB-' || id") == 300);

      assertEquals(300, carrier.calls().size());
      assertEquals(300, carrier.calls().stream().map(CarrierStub.Call::key).distinct().count());
      assertEquals(
          300,
          Messages.count(
              account,
              "1 = (SELECT count(*) FROM application_history h WHERE h.application_id = a.id"
                  + " AND kind = 'NOTE')"));
      assertEquals(
          300,
          Messages.count(
              account,
              "EXISTS (SELECT FROM outbox WHERE aggregateid = a.id::text AND sent_at IS NOT NULL)"));
    }
  }

  @Test
  void hardStopBeforeTheCall() throws Exception {
    Moves paid;
    try (var first = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      paid = paid(first);
      first.kill();
    }
    try (var second = start(Map.of())) {
      assertOrderedOnce(second, paid, 1);
    }
  }

  @Test
  void hardStopDuringTheCallRepeatsItWithTheSameKeyAndBytes() throws Exception {
    Moves paid;
    try (var first = start(Map.of())) {
      carrier.hold();
      paid = paid(first);
      awaitCalls(paid, 1);
      first.kill();
      carrier.open();
    }
    assertEquals(1, Messages.attempts(Messages.order(paid.applicationId())));
    Messages.due(Messages.order(paid.applicationId()));
    try (var second = start(Map.of())) {
      assertOrderedOnce(second, paid, 2);
    }
  }

  @Test
  void hardStopAfterTheCallRepeatsItWithTheSameKeyAndBytes() throws Exception {
    try (var first = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      var paid = paid(first);
      Tricks.slowWrite(
              "application_history", "application_id", paid.applicationId(), Duration.ofSeconds(4))
          .during(
              () -> {
                var run = Concurrently.start(i -> relay(first));
                Tricks.awaitSlowWriter();
                first.kill();
                assertEquals(1, carrier.callsFor(paid.applicationId()).size());
                run.cancel(true);
              });
      Messages.due(Messages.order(paid.applicationId()));
      try (var second = start(Map.of())) {
        assertOrderedOnce(second, paid, 2);
      }
    }
  }

  @Test
  void frozenInstanceThatComesBackLateChangesNothing() throws Exception {
    var settings = Map.of("UKETSUKE_CARRIER_READ_TIMEOUT", "PT50S", "UKETSUKE_RELAY_LEASE", "PT3M");
    try (var first = start(settings)) {
      carrier.hold();
      var paid = paid(first);
      awaitCalls(paid, 1);
      first.freeze();
      Messages.due(Messages.order(paid.applicationId()));
      try (var second = start(settings)) {
        awaitCalls(paid, 2);
        carrier.open();
        assertOrderedOnce(second, paid, 2);
        first.thaw();
        Until.holds("the late result is dropped", () -> first.log().contains(" late "));
        assertOrderedOnce(second, paid, 2);
      }
    }
  }

  @Test
  void badOrdersAreParkedAndHoldUpNobody() throws Exception {
    try (var service =
        start(
            Map.of(
                "UKETSUKE_JOBS_SCHEDULED", "false",
                "UKETSUKE_RELAY_ATTEMPTS", "3",
                "UKETSUKE_RELAY_BACK_OFF", "PT0.01S"))) {
      var failing = paid(service);
      carrier.answer(failing.applicationId(), n -> new Reply(201, "{}"));
      var refused = paid(service);
      carrier.answer(refused.applicationId(), n -> n == 1 ? new Reply(422, "{}") : null);
      var good = paid(service);

      relay(service);
      assertOrderedOnce(service, good, 1);
      assertEquals("PARKED", Messages.state(Messages.order(refused.applicationId())));
      var parked = Messages.order(failing.applicationId());
      Until.holds(
          "parked after its attempts",
          () -> {
            relay(service);
            return Messages.state(parked).equals("PARKED");
          });

      assertEquals(3, Messages.attempts(parked));
      assertEquals("The carrier answered 201 without a waybill number", Messages.error(parked));
      assertParkedOnesAreListedAndSentAgain(service, refused);
    }
  }

  @Test
  void whateverTheCarrierSaysEndsInOneNumber() throws Exception {
    try (var service =
        start(
            Map.of(
                "UKETSUKE_RELAY_BACK_OFF", "PT0.01S",
                "UKETSUKE_JOBS_SCHEDULED", "false",
                "UKETSUKE_CARRIER_READ_TIMEOUT", "PT1S"))) {
      assertSettled(service, 2, n -> n == 1 ? new Reply(503, "") : null);
      assertSettled(service, 2, n -> n == 1 ? CarrierStub.nothing() : null);
      assertSettled(service, 2, n -> n == 1 ? new Reply(200, "<html>") : null);
      assertSettled(service, 2, n -> n == 1 ? new Reply(201, "{}") : null);
      assertSettled(service, 2, n -> n == 1 ? new Reply(425, "") : null);

      // Booked, but the answer said otherwise or never came: asking settles it without a second
      // order.
      assertBookedBefore(service, new Reply(409, "{}"));
      assertBookedBefore(service, new Reply(500, ""));
      assertBookedBefore(service, new Reply(200, "not JSON"));
      assertBookedBefore(service, CarrierStub.nothing());
      var slow = paid(service);
      carrier.hold();
      relay(service);
      carrier.open();
      assertOrderedOnce(service, slow, 1);
    }
  }

  @Test
  void callThatTakesLongHoldsUpNoOtherOrder() throws Exception {
    var release = new CountDownLatch(1);
    try (var service =
        start(Map.of("UKETSUKE_CARRIER_READ_TIMEOUT", "PT50S", "UKETSUKE_RELAY_LEASE", "PT3M"))) {
      var slow = paid(service);
      carrier.answer(slow.applicationId(), n -> held(release));
      awaitCalls(slow, 1);
      for (int i = 0; i < 3; i++) { // each paid when the one before is through: in a later run
        assertOrderedOnce(service, paid(service), 1);
      }
      assertEquals("PENDING", Messages.state(Messages.order(slow.applicationId())));
      release.countDown();
      assertOrderedOnce(service, slow, 1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void manyRunsAtOnceLeaveThreadsForEverybodyElse() throws Exception {
    var release = new CountDownLatch(1);
    try (var service =
        start(
            Map.of(
                "UKETSUKE_JOBS_SCHEDULED", "false",
                "UKETSUKE_CARRIER_READ_TIMEOUT", "PT50S",
                "UKETSUKE_RELAY_LEASE", "PT3M",
                // Fewer connections than calls: none is held during a call (P8).
                "QUARKUS_DATASOURCE_JDBC_MAX_SIZE", "4",
                "QUARKUS_THREAD_POOL_MAX_THREADS", "12"))) {
      var account = Messages.paidApplications(30);
      carrier.answerAll(call -> held(release));
      var runs = Concurrently.start(n -> Concurrently.run(40, i -> relay(service)));
      Until.holds("every lane is busy", () -> carrier.calls().size() == 8);

      Api.at(service.uri(), Tokens.applicant()).submit(Api.newKey(), Api.SMALLEST).expect(201);
      release.countDown();

      runs.get(1, TimeUnit.MINUTES);
      Until.holds(
          "all have a number",
          () -> {
            relay(service);
            return Messages.count(account, "waybill_number = 'WB-' || id") == 30;
          });
      assertEquals(30, carrier.calls().size());
    } finally {
      release.countDown();
    }
  }

  /** Answers properly, but not before the test says so. */
  private static Reply held(CountDownLatch release) {
    try {
      release.await(2, TimeUnit.MINUTES);
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CarrierStub.nothing();
    }
  }

  @Test
  void callThatIsUnderWayIsFinishedBeforeTheStop() throws Exception {
    try (var service = start(Map.of())) {
      carrier.hold();
      var paid = paid(service);
      awaitCalls(paid, 1);

      service.terminate();
      Until.holds("it stops", () -> staff(service).get("/q/health/ready").status() == 503);
      carrier.open();

      service.awaitExit(Duration.ofSeconds(60));
      var order = Messages.order(paid.applicationId());
      assertEquals("SENT 1", Messages.state(order) + " " + Messages.attempts(order));
      assertFalse(service.log().contains("\"ERROR\""), service.log());
    }
  }

  @Test
  void carrierThatIsNotThereUsesUpNoAttempt() throws Exception {
    int port;
    try (var nobody = new ServerSocket(0)) {
      port = nobody.getLocalPort();
    }
    try (var service =
        PackagedService.start(
            Map.of(
                "UKETSUKE_CARRIER_URL", "http://localhost:" + port + "/base",
                "UKETSUKE_RELAY_ATTEMPTS", "2",
                "UKETSUKE_JOBS_SCHEDULED", "false"))) {
      var paid = paid(service);
      var order = Messages.order(paid.applicationId());
      for (int i = 0; i < 5; i++) {
        Messages.due(order);
        assertEquals(1, relay(service).json().at("/counts/unavailable").asInt());
      }
      assertEquals("PENDING 0", Messages.state(order) + " " + Messages.attempts(order));

      carrier.close();
      carrier = CarrierStub.start(port);
      Messages.due(order);
      relay(service);
      assertOrderedOnce(service, paid, 1);
    }
  }

  @Test
  void retryAfterIsObeyed() throws Exception {
    try (var service = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      // None of these is about the order, so no reason to give it up in the end.
      for (int status : new int[] {503, 408, 429}) {
        assertEquals("t 0", askedToWait(service, status));
      }
    }
  }

  /** Whether it waits long enough, and how many attempts were counted. */
  private String askedToWait(PackagedService service, int status) {
    var paid = paid(service);
    carrier.answer(paid.applicationId(), n -> new Reply(status, "", Map.of("Retry-After", "120")));
    relay(service);
    return TestDatabase.value(
        "SELECT concat_ws(' ', next_attempt_at > now() + interval '110 seconds', attempts)"
            + " FROM outbox WHERE id = ?::uuid",
        Messages.order(paid.applicationId()));
  }

  @Test
  void onlyAnAnswerAboutTheOrderParksItAndUsesUpItsAttempts() throws Exception {
    try (var service =
        start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false", "UKETSUKE_RELAY_ATTEMPTS", "2"))) {
      var replies =
          IntStream.of(301, 401, 403, 404, 405, 408, 425, 429, 500, 502, 503, 504)
              .mapToObj(status -> new Reply(status, ""))
              .collect(Collectors.toList());
      // What a wrong address or the log-in page of a proxy answers.
      replies.add(new Reply(200, "<html>Welcome</html>"));
      replies.add(new Reply(201, ""));
      replies.add(new Reply(200, "[]"));
      for (var reply : replies) {
        var paid = paid(service);
        var order = Messages.order(paid.applicationId());
        carrier.answer(paid.applicationId(), n -> n <= 3 ? reply : null);
        for (int i = 0; i < 3; i++) {
          Messages.due(order);
          relay(service);
        }
        assertEquals(
            "PENDING 0 3",
            Messages.state(order)
                + " "
                + Messages.attempts(order)
                + " "
                + carrier.callsFor(paid.applicationId()).size(),
            () -> reply + ": " + Messages.error(order));
        Messages.due(order);
        relay(service);
        assertOrderedOnce(service, paid, 4);
      }
      for (int status : new int[] {400, 409, 413, 422}) {
        var paid = paid(service);
        carrier.answer(paid.applicationId(), n -> new Reply(status, ""));
        relay(service);
        assertEquals(
            "PARKED", Messages.state(Messages.order(paid.applicationId())), () -> "" + status);
      }
    }
  }

  @Test
  void withoutCarrierAndBrokerOrdersWaitAndNobodyIsCalled() throws Exception {
    try (var service = PackagedService.start()) {
      var paid = paid(service);
      relay(service);

      var order = Messages.order(paid.applicationId());
      assertEquals("PENDING", Messages.state(order));
      assertEquals(0, Messages.attempts(order));
      var metrics = Api.at(service.uri(), Tokens.applicant()).get("/q/metrics").text();
      assertTrue(metrics.contains("uketsuke_outbox_pending{destination=\"waybill\"} 1.0"), metrics);
      assertFalse(service.log().contains("org.apache.kafka"), service.log());
      assertFalse(service.log().contains("\"WARN\""), service.log());
      var reconciliation = staff(service).get("/v1/reconciliation").expect(200).json();
      assertEquals(
          paid.applicationId(), reconciliation.at("/paidWithoutWaybill/items/0/id").asText());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"carrier:8080", "http://carrier:99999/base", "https://user:secret@carrier/base"})
  void senselessAddressStopsTheStart(String address) throws Exception {
    try (var service = PackagedService.launch(Map.of("UKETSUKE_CARRIER_URL", address))) {
      assertTrue(service.awaitExit(Duration.ofSeconds(60)) != 0);
      var reasons =
          service.log().lines().filter(l -> l.startsWith("Uketsuke does not start:")).toList();
      assertEquals(1, reasons.size(), service.log());
      assertTrue(reasons.get(0).contains("UKETSUKE_CARRIER_URL must be"), reasons::toString);
      assertFalse(service.log().contains("secret"), service.log());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KAFKA_BOOTSTRAP_SERVERS, nonsense, KAFKA_BOOTSTRAP_SERVERS must be host:port",
    "UKETSUKE_EVENTS_TOPIC, bad topic!, UKETSUKE_EVENTS_TOPIC must be"
  })
  void senselessBrokerStopsTheStartInOneLine(String name, String value, String reason)
      throws Exception {
    try (var service = PackagedService.launch(Map.of(name, value))) {
      assertTrue(service.awaitExit(Duration.ofSeconds(60)) != 0);
      assertTrue(service.log().contains("Uketsuke does not start: "), service.log());
      assertTrue(service.log().contains(reason), service.log());
      assertFalse(service.log().contains("\tat "), service.log());
    }
  }

  @Test
  void leaseThatEndsBeforeACallCanStopsTheStart() throws Exception {
    try (var service =
        PackagedService.launch(
            Map.of(
                "UKETSUKE_CARRIER_URL", carrier.url(), "UKETSUKE_CARRIER_READ_TIMEOUT", "PT13S"))) {
      assertTrue(service.awaitExit(Duration.ofSeconds(60)) != 0);
      assertTrue(
          service
              .log()
              .contains(
                  "Uketsuke does not start: UKETSUKE_RELAY_LEASE must be longer than the longest"
                      + " delivery to \"waybill\" including its waits for database connections, PT34S,"
                      + " but"),
          service.log());
    }
  }

  private void assertSettled(PackagedService service, int calls, Function<Integer, Reply> manner)
      throws Exception {
    var paid = paid(service);
    carrier.answer(paid.applicationId(), manner);
    Until.holds(
        "ordered in the end",
        () -> {
          relay(service);
          return Messages.state(Messages.order(paid.applicationId())).equals("SENT");
        });
    assertOrderedOnce(service, paid, calls);
  }

  private void assertBookedBefore(PackagedService service, Reply reply) throws Exception {
    var paid = paid(service);
    carrier.book(paid.applicationId(), "WB-" + paid.applicationId());
    carrier.answer(paid.applicationId(), n -> reply);
    // An answer before this one may have told the relay to leave the carrier alone for a moment.
    Until.holds(
        "ordered",
        () -> {
          relay(service);
          return Messages.state(Messages.order(paid.applicationId())).equals("SENT");
        });
    assertOrderedOnce(service, paid, 1);
  }

  private void assertParkedOnesAreListedAndSentAgain(PackagedService service, Moves refused)
      throws Exception {
    var staff = staff(service);
    var order = Messages.order(refused.applicationId());
    var list = staff.get("/v1/outbox?state=PARKED").expect(200);
    assertTrue(list.json().path("items").findValuesAsText("id").contains(order), list::toString);
    var open = staff.get("/v1/reconciliation").expect(200).json();
    assertEquals(2, open.at("/parkedMessages/items").size(), open::toString);

    resend(staff, order).expect(200);
    assertEquals("true", resend(staff, order).expect(200).header("Idempotent-Replayed"));
    relay(service);
    assertOrderedOnce(service, refused, 2);
    assertEquals("SENT", resend(staff, order).expect(200).json().path("state").asText());
    resend(staff, "0197c2f0-6c1c-7d1e-9b7e-2f6f3f0a1c55").expectProblem(404, "not-found");
    Api.at(service.uri(), Tokens.applicant())
        .get("/v1/outbox?state=PARKED")
        .expectProblem(403, "forbidden");
  }

  private static Answer resend(Api staff, String order) {
    return staff.send(
        staff.request("/v1/outbox/" + order + "/resend").POST(BodyPublishers.noBody()));
  }

  /** Number and note once, and every call like the first. */
  private void assertOrderedOnce(PackagedService service, Moves paid, int calls) throws Exception {
    var id = paid.applicationId();
    var order = Messages.order(id);
    Until.holds("ordered", () -> Messages.state(order).equals("SENT"));
    var made = carrier.callsFor(id);
    assertEquals(calls, made.size(), made::toString);
    assertEquals(1, made.stream().distinct().count(), made::toString);
    assertEquals(order, made.get(0).key());
    assertEquals(
        carrier.booked(id), paid.at(service.uri()).get().json().path("waybillNumber").asText());
    assertEquals(1, Messages.waybillNotes(id));
  }

  private void awaitCalls(Moves paid, int calls) throws Exception {
    Until.holds(calls + " calls", () -> carrier.callsFor(paid.applicationId()).size() >= calls);
  }

  private PackagedService start(Map<String, String> settings) throws Exception {
    var environment = new HashMap<>(settings);
    environment.put("UKETSUKE_CARRIER_URL", carrier.url());
    return PackagedService.start(environment);
  }

  private static Answer relay(PackagedService service) {
    var machine = Api.at(service.uri(), Tokens.service());
    return machine
        .send(machine.request("/v1/jobs/relay").POST(BodyPublishers.noBody()))
        .expect(200);
  }

  private static Api staff(PackagedService service) {
    return Api.at(service.uri(), Tokens.staff());
  }

  /** A newly paid application. */
  private static Moves paid(PackagedService service) {
    var owner = Api.at(service.uri(), Tokens.applicant());
    var id = owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId();
    var moves = new Moves(owner, staff(service), id).feeConfirmed();
    PaymentProvider.to(service.uri())
        .send(PaymentProvider.event(PaymentProvider.newTransaction(), id, "PAID"))
        .expect(204);
    return moves;
  }
}
