package dev.uketsuke.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.Certificate;
import dev.uketsuke.support.KafkaBroker;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Topic;
import dev.uketsuke.support.Until;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events out to, and in from, a real broker: nothing lost, nothing done twice, order kept. */
class KafkaIT {

  /** What a consumer says when it begins. */
  private static final String CONSUMES = "Consuming the topic";

  private static KafkaBroker broker;

  /** Topics of this test alone: what another one left there is not read again. */
  private final String warehouse = "warehouse-" + UUID.randomUUID();

  private final String dead = warehouse + "-dead-letters";

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start(new NewTopic("application-events", 3, (short) 1));
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void fresh() throws Exception {
    TestDatabase.create();
    broker.create(new NewTopic(warehouse, 3, (short) 1), new NewTopic(dead, 1, (short) 1));
  }

  @Test
  void brokerThatIsAwayForAWhileLosesNothingAndKeepsTheOrder() throws Exception {
    try (var one = start();
        var two = start();
        var topic = new Topic(broker, "application-events")) {
      var before = checked(one, 5);
      broker.stop();
      // The intake goes on, and so does readiness.
      var meanwhile = checked(one, 20);
      two.awaitReady();
      var anyone = Api.at(two.uri(), Tokens.applicant());
      Until.holds(
          "the consumer tells that it reads nothing",
          () ->
              data(anyone.get("/q/health/well").json().path("checks"), "messages-in", warehouse)
                  .contains("there is no connection to the broker"));
      broker.resume();
      var after = checked(two, 5);

      var all = new ArrayList<>(before);
      all.addAll(meanwhile);
      all.addAll(after);
      Until.holds("all events are there", () -> complete(topic, all));
      assertEquals(
          "0",
          TestDatabase.value(
              "SELECT count(*) FROM outbox WHERE aggregatetype = 'application'"
                  + " AND (parked_at IS NOT NULL OR attempts > 2)"));
    }
  }

  @Test
  void eventsGoOutWithTheCommitNotWithTheSchedule() throws Exception {
    try (var service = start(Map.of("UKETSUKE_RELAY_EVERY", "P1D"));
        var topic = new Topic(broker, "application-events")) {
      var ids = checked(service, 20);
      Until.holds("all are there long before the schedule", () -> complete(topic, ids));
    }
  }

  /** The wait for a broker that nobody has ever reached is paid once, not for each message. */
  @Test
  void brokerThatWasNeverThereUsesUpNoAttempt() throws Exception {
    int port;
    try (var nobody = new ServerSocket(0)) {
      port = nobody.getLocalPort();
    }
    try (var service =
        PackagedService.start(
            Map.of(
                "KAFKA_BOOTSTRAP_SERVERS",
                "localhost:" + port,
                "UKETSUKE_JOBS_SCHEDULED",
                "false"))) {
      accepted(service, 20);
      var machine = Api.at(service.uri(), Tokens.service());
      var run =
          machine.send(machine.request("/v1/jobs/relay").POST(BodyPublishers.noBody())).expect(200);

      assertEquals(20, run.json().at("/counts/unavailable").asInt(), run::toString);
      assertEquals("0", TestDatabase.value("SELECT max(attempts) FROM outbox"));
    }
  }

  @Test
  void refusedCredentialsParkNothingAndAreNotHeldAgainstUsOnceRight() throws Exception {
    broker.password("another");
    broker.stop();
    broker.resume();
    try (var service = start(broker.securedSettings());
        var topic = new Topic(broker, "application-events")) {
      var ids = checked(service, 5);
      assertAwayAndHeldAgainstNothing(service, "SaslAuthenticationException");

      broker.password(KafkaBroker.PASSWORD);
      broker.stop();
      broker.resume();
      assertAllIsSentAndRead(service, topic, ids);
    } finally {
      broker.password(KafkaBroker.PASSWORD);
    }
  }

  @Test
  void untrustedCertificateParksNothingAndIsNotHeldAgainstTheBrokerOnceRight() throws Exception {
    var trusted = Certificate.make();
    try (var service = start(broker.encryptedSettings(trusted.pem()));
        var topic = new Topic(broker, "application-events")) {
      var ids = checked(service, 5);
      assertAwayAndHeldAgainstNothing(service, "SslAuthenticationException");

      broker.certificate(trusted);
      broker.stop();
      broker.resume();
      assertAllIsSentAndRead(service, topic, ids);
    }
  }

  /** The file of trusted certificates may be replaced while the service runs. */
  @Test
  void wrongTrustIsHeldAgainstNothingAndMendedWithoutARestart() throws Exception {
    var right = Certificate.make();
    broker.certificate(right);
    broker.stop();
    broker.resume();
    var file = Files.createTempFile(Path.of("target"), "trusted-", ".pem").toAbsolutePath();
    Files.copy(Path.of(Certificate.make().pem()), file, StandardCopyOption.REPLACE_EXISTING);
    try (var service = start(broker.encryptedSettings(file.toString()));
        var topic = new Topic(broker, "application-events")) {
      var ids = checked(service, 5);
      assertAwayAndHeldAgainstNothing(service, "SslAuthenticationException");

      Files.copy(Path.of(right.pem()), file, StandardCopyOption.REPLACE_EXISTING);
      assertAllIsSentAndRead(service, topic, ids);
      assertEquals(1, warnings(service));

      // The next trouble is as loud as the first.
      broker.certificate(Certificate.make());
      broker.stop();
      broker.resume();
      Until.holds("it is told again", () -> warnings(service) == 2);
    }
  }

  /** The operator is told, in both directions; no event pays for it, and the intake goes on. */
  private void assertAwayAndHeldAgainstNothing(PackagedService service, String reason)
      throws Exception {
    var anyone = Api.at(service.uri(), Tokens.applicant());
    Until.holds(
        "it is told of both directions",
        () -> {
          var health = anyone.get("/q/health/well").json().path("checks");
          return data(health, "messages-out", "application").contains(reason)
              && data(health, "messages-in", warehouse).contains(reason);
        });
    var metrics = anyone.get("/q/metrics").text();
    assertTrue(
        metrics.contains("uketsuke_outbox_unavailable_seconds{destination=\"application\"}"));
    assertFalse(
        metrics.contains("uketsuke_outbox_unavailable_seconds{destination=\"application\"} 0.0\n"));
    assertTrue(metrics.contains("uketsuke_inbox_paused{topic=\"" + warehouse + "\"} 1.0"));
    service.awaitReady();
    assertEquals( // The attempt under way is counted until it has ended.
        "0",
        TestDatabase.value(
            "SELECT count(*) FROM outbox WHERE parked_at IS NOT NULL OR attempts > 1"));
  }

  private long warnings(PackagedService service) throws Exception {
    return service
        .log()
        .lines()
        .filter(line -> line.contains("The topic " + warehouse + " is not consumed"))
        .filter(line -> line.contains("\"WARN\""))
        .count();
  }

  private static String data(JsonNode checks, String check, String name) {
    return checks.findParents("name").stream()
        .filter(each -> each.path("name").asText().equals(check))
        .map(each -> each.path("data").path(name).asText())
        .collect(Collectors.joining());
  }

  /** The broker is usable again, and the service finds that out by itself. */
  private void assertAllIsSentAndRead(PackagedService service, Topic events, List<String> ids)
      throws Exception {
    Until.holds("all are there without a restart", () -> complete(events, ids));
    var id = accepted(service, 1).get(0);
    try (var topic = new Topic(broker, warehouse)) {
      topic.send(
          id,
          "{\"applicationId\":\"" + id + "\"}",
          headers("warehouse.parcel-checked", "later-" + id));
    }
    Until.holds("the topic is read", () -> count("status = 'WAREHOUSE_CHECKED'") == ids.size() + 1);
    var metrics = Api.at(service.uri(), Tokens.applicant()).get("/q/metrics").text();
    assertTrue(metrics.contains("uketsuke_inbox_paused{topic=\"" + warehouse + "\"} 0.0"), metrics);
    assertTrue(
        metrics.contains("uketsuke_outbox_unavailable_seconds{destination=\"application\"} 0.0\n"),
        metrics);
  }

  /** An instance without a broker cleans up; another one is to send the events. */
  @Test
  void nothingUnsentIsRemovedByAnInstanceThatHasNoBroker() throws Exception {
    try (var relay = start();
        var cleaner = PackagedService.start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"));
        var topic = new Topic(broker, "application-events")) {
      broker.stop();
      var ids = checked(relay, 10);
      TestDatabase.update("UPDATE outbox SET created_at = created_at - interval '40 days'");
      var machine = Api.at(cleaner.uri(), Tokens.service());
      var run = machine.post("/v1/jobs/retention").expect(200).json();
      assertEquals(0, run.at("/counts/eventsUnsentRemoved").asInt(-1), run::toString);
      assertEquals(
          "20",
          TestDatabase.value(
              "SELECT count(*) FROM outbox WHERE aggregatetype = 'application'"
                  + " AND sent_at IS NULL AND parked_at IS NULL"));

      broker.resume();
      Until.holds("all are sent", () -> complete(topic, ids));
    }
  }

  /**
   * A backlog, two instances, and one of them killed in the middle of it. The later a message of an
   * application is, the longer it has been due: only what keeps the order does so here.
   */
  @Test
  void killedRelaysKeepTheOrderAndLoseNothing() throws Exception {
    var backlog = "backlog-" + UUID.randomUUID();
    broker.create(new NewTopic(backlog, 3, (short) 1));
    var settings = Map.of("UKETSUKE_EVENTS_TOPIC", backlog);
    try (var none = start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
      assertTrue(none.isAlive());
    }
    int applications = 1_000;
    TestDatabase.update(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload,"
            + " head, next_attempt_at) SELECT gen_random_uuid(), 'backlog', 0, n, 'application', 'a' || a,"
            + " 'step-' || n, '{}', n = 1, now() - n * interval '1 minute'"
            + " FROM generate_series(1, 4) n, generate_series(1, ?) a",
        applications);
    try (var one = start(settings);
        var two = start(settings);
        var topic = new Topic(broker, backlog)) {
      Until.holds("under way", () -> topic.records().size() > 300);
      one.kill();
      two.awaitReady();
      Until.holds("all are there", () -> ids(topic).size() == 4 * applications);

      var types = typesByKey(topic);
      assertEquals(applications, types.size());
      for (var each : types.entrySet()) {
        assertEquals(
            List.of("step-1", "step-2", "step-3", "step-4"), each.getValue(), each::getKey);
      }
      Until.holds(
          "all are recorded",
          () ->
              "0".equals(TestDatabase.value("SELECT count(*) FROM outbox WHERE sent_at IS NULL")));
    }
  }

  private static java.util.Set<String> ids(Topic topic) {
    return topic.records().stream().map(r -> Topic.header(r, "ce_id")).collect(Collectors.toSet());
  }

  @Test
  void eventsAreCloudEventsInBinaryMode() throws Exception {
    try (var service = start();
        var topic = new Topic(broker, "application-events")) {
      var id = checked(service, 1).get(0);
      Until.holds("both are there", () -> complete(topic, List.of(id)));

      var event = topic.records().stream().filter(r -> Topic.key(r).equals(id)).findFirst().get();
      assertEquals("1.0", Topic.header(event, "ce_specversion"));
      assertEquals("application.accepted", Topic.header(event, "ce_type"));
      assertEquals("/uketsuke", Topic.header(event, "ce_source"));
      assertEquals("application/json", Topic.header(event, "content-type"));
      assertEquals(
          "1",
          TestDatabase.value(
              "SELECT count(*) FROM outbox WHERE id = ?::uuid AND aggregateid = ?",
              Topic.header(event, "ce_id"),
              id));
      assertTrue(new String(event.value()).contains(id));
    }
  }

  @Test
  void traceOfTheRequestGoesWithEventsAndOrders() throws Exception {
    var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    try (var carrier = CarrierStub.start();
        var service =
            start(
                Map.of("UKETSUKE_CARRIER_URL", carrier.url(), "UKETSUKE_JOBS_SCHEDULED", "false"));
        var topic = new Topic(broker, "application-events")) {
      var owner = Api.at(service.uri(), Tokens.applicant());
      var id =
          owner
              .send(
                  owner
                      .request("/v1/applications")
                      .header("Idempotency-Key", Api.newKey())
                      .header("Content-Type", "application/json")
                      .header("traceparent", trace)
                      .POST(BodyPublishers.ofString(Api.SMALLEST)))
              .expect(201)
              .applicationId();
      Messages.paidApplications(1);
      TestDatabase.update(
          "UPDATE outbox SET traceparent = ? WHERE aggregatetype = 'waybill'", trace);

      Api.at(service.uri(), Tokens.service()).post("/v1/jobs/relay").expect(200);

      assertEquals(trace, carrier.calls().get(0).traceparent());
      Until.holds(
          "the event is there",
          () -> topic.records().stream().anyMatch(record -> Topic.key(record).equals(id)));
      var event = topic.records().stream().filter(r -> Topic.key(r).equals(id)).findFirst().get();
      assertEquals(trace, Topic.header(event, "ce_traceparent"));
      assertEquals(trace, Topic.header(event, "traceparent"));
    }
  }

  @Test
  void duplicatesDisorderPoisonAndARebalanceEndInEachEventOnce() throws Exception {
    try (var one = start();
        var two = start();
        var topic = new Topic(broker, warehouse);
        var aside = new Topic(broker, dead)) {
      var ids = accepted(one, 100);
      var poison =
          List.of("not JSON", "{}", "{\"specversion\":\"1.0\"}", "\u0000", "{\"applicationId\":1}");
      for (var body : poison) {
        topic.send(body, body, Map.of());
      }
      // So long that it finds no room for what a dead letter says of it.
      topic.send("z", "z".repeat(1_048_470), Map.of());
      topic.send("x", "{}", headers("warehouse.parcel-lost", "x"));
      topic.send("y", "{\"applicationId\":\"nobody\"}", headers("warehouse.parcel-checked", "y"));

      var order = new ArrayList<>(ids);
      Collections.shuffle(order);
      for (int i = 0; i < order.size(); i++) {
        var id = order.get(i);
        var body = "{\"applicationId\":\"" + id + "\"}";
        for (int twice = 0; twice < 2; twice++) {
          topic.send(id, body, headers("warehouse.parcel-checked", "checked-" + id));
        }
        if (i == 50) {
          one.kill(); // Its partitions go over to the other one, uncommitted records with them.
        }
      }

      Until.holds("all are checked", () -> count("status = 'WAREHOUSE_CHECKED'") == 100);
      Until.holds("all poison is aside", () -> aside.records().size() >= poison.size() + 3);
      var longest =
          aside.records().stream().filter(r -> Topic.key(r).equals("z")).findFirst().get();
      assertTrue(longest.value() == null, "without its value");
      assertEquals(warehouse, Topic.header(longest, "dead-letter-topic"));
      var whole = aside.records().stream().filter(r -> Topic.key(r).equals("x")).findFirst().get();
      assertEquals("{}", new String(whole.value()));
      assertEquals("warehouse.parcel-lost", Topic.header(whole, "ce_type"));
      assertEquals(
          "200",
          TestDatabase.value("SELECT count(*) FROM application_history WHERE kind = 'MOVE'"));
      assertEquals("100", TestDatabase.value("SELECT count(*) FROM inbox WHERE state = 'APPLIED'"));
      two.awaitReady();
    }
  }

  @Test
  void deadLetterThatIsRefusedEndsNothing() throws Exception {
    broker.configure(dead, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1"); // Shorter than any record.
    try (var service = start();
        var topic = new Topic(broker, warehouse)) {
      var id = accepted(service, 1).get(0);
      topic.send(id, "not JSON", Map.of()); // The same key, so the same partition, and before.
      topic.send(
          id,
          "{\"applicationId\":\"" + id + "\"}",
          headers("warehouse.parcel-checked", "after-" + id));

      Until.holds("the good one lands", () -> count("status = 'WAREHOUSE_CHECKED'") == 1);
      assertEquals("OPEN", TestDatabase.value("SELECT state FROM dead_letter"));
      assertTrue(
          Api.at(service.uri(), Tokens.applicant())
              .get("/q/metrics")
              .text()
              .contains("uketsuke_inbox_dead_letters_total{outcome=\"not-copied\"} 1.0"));
    }
  }

  @Test
  void jobOfItsOwnTakesNoMessageInHand() throws Exception {
    var settings = Map.of("KAFKA_BOOTSTRAP_SERVERS", broker.servers());
    try (var job = PackagedService.launch(settings, "--job=retention")) {
      assertEquals(0, job.awaitExit(Duration.ofMinutes(1)), job.log());
      assertFalse(job.log().contains(CONSUMES), job.log());
    }
    try (var service = start()) {
      Until.holds("the line is called so", () -> service.log().contains(CONSUMES));
    }
  }

  private static Map<String, String> headers(String type, String id) {
    return Map.of(
        "ce_specversion", "1.0",
        "ce_type", type,
        "ce_source", "/warehouse",
        "ce_id", id,
        "content-type", "application/json");
  }

  /** Whether both events of each application are there, in order. */
  private static boolean complete(Topic topic, List<String> applications) {
    var types = typesByKey(topic);
    return applications.stream()
        .allMatch(
            id ->
                List.of("application.accepted", "application.warehouse-checked")
                    .equals(types.get(id)));
  }

  /** The types of each application in the order of arrival, repetitions left out. */
  private static Map<String, List<String>> typesByKey(Topic topic) {
    return topic.records().stream()
        .collect(
            Collectors.groupingBy(
                Topic::key,
                Collectors.mapping(
                    r -> Topic.header(r, "ce_type"),
                    Collectors.collectingAndThen(
                        Collectors.toList(), list -> list.stream().distinct().toList()))));
  }

  private static List<String> checked(PackagedService service, int count) {
    var ids = accepted(service, count);
    var staff = Api.at(service.uri(), Tokens.staff());
    ids.forEach(id -> new Moves(staff, staff, id).to("WAREHOUSE_CHECKED").expect(200));
    return ids;
  }

  private static List<String> accepted(PackagedService service, int count) {
    var owner = Api.at(service.uri(), Tokens.applicant());
    var ids = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      ids.add(owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId());
    }
    return ids;
  }

  private static int count(String condition) {
    return Integer.parseInt(
        TestDatabase.value("SELECT count(*) FROM shipping_application WHERE " + condition));
  }

  private PackagedService start() throws Exception {
    return start(Map.of());
  }

  private PackagedService start(Map<String, String> settings) throws Exception {
    var environment = new HashMap<>(settings);
    environment.putIfAbsent("KAFKA_BOOTSTRAP_SERVERS", broker.servers());
    environment.put("MP_MESSAGING_INCOMING_WAREHOUSE_EVENTS_TOPIC", warehouse);
    environment.put("MP_MESSAGING_INCOMING_WAREHOUSE_EVENTS_GROUP_ID", "group-of-" + warehouse);
    // The least that a broker allows; it is what the successor of a killed instance waits.
    environment.put("KAFKA_SESSION_TIMEOUT_MS", "6000");
    return PackagedService.start(environment);
  }
}
