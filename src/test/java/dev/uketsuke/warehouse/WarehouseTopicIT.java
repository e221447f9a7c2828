package dev.uketsuke.warehouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.KafkaBroker;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of the warehouse from a real broker on bad days: nothing lost, nothing held up. */
class WarehouseTopicIT {

  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private static KafkaBroker broker;

  private final String topic = "warehouse-" + UUID.randomUUID();

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start(new NewTopic("other", 1, (short) 1));
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void fresh() throws Exception {
    TestDatabase.create();
    broker.create(new NewTopic(topic, 3, (short) 1));
  }

  @Test
  void onlyCommittedAndUnambiguousRecordsTakeEffect() throws Exception {
    try (var service = start(Map.of());
        var producer = producer(Map.of("transactional.id", "t-" + topic))) {
      var ids = accepted(service, 3);
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(checked(ids.get(0), "aborted"));
      producer.flush();
      producer.abortTransaction();
      producer.beginTransaction();
      var twice = checked(ids.get(1), "twice");
      twice.headers().add("ce_id", "other".getBytes(UTF_8));
      var notUtf8 = checked(ids.get(1), "x");
      notUtf8.headers().remove("ce_id").add("ce_id", new byte[] {'a', (byte) 0xff});
      var bom = record(ids.get(1), "\uFEFF" + data(ids.get(1)), "checked", "bom");
      var duplicateMember =
          record(ids.get(1), data(ids.get(1)).replace("}", ",\"a\":1,\"a\":2}"), "checked", "dup");
      for (var each : List.of(twice, notUtf8, bom, duplicateMember)) {
        producer.send(each);
      }
      var good = checked(ids.get(2), "good");
      good.headers().add("ce_traceparent", TRACE.getBytes(UTF_8));
      producer.send(good);
      producer.commitTransaction();

      Until.holds("the good one is applied", () -> isChecked(ids.get(2)));
      Until.holds("the others are aside", () -> count("dead_letter", "state = 'OPEN'") == 4);
      assertEquals(4, count("dead_letter", "application_id = '" + ids.get(1) + "'"));
      assertFalse(isChecked(ids.get(0)));
      assertFalse(isChecked(ids.get(1)));
      assertEquals(TRACE, TestDatabase.value("SELECT traceparent FROM inbox"));
      assertEquals(
          TRACE,
          TestDatabase.value(
              "SELECT traceparent FROM outbox WHERE type = 'application.warehouse-checked'"));

      // A person has mended one of them; the others stay.
      TestDatabase.update(
          "UPDATE dead_letter SET record_value = ? WHERE record_value = ?",
          data(ids.get(1)).getBytes(UTF_8),
          bom.value());
      var machine = Api.at(service.uri(), Tokens.service());
      var run =
          machine
              .send(machine.request("/v1/jobs/redrive").POST(BodyPublishers.noBody()))
              .expect(200)
              .json();
      assertEquals(1, run.at("/counts/received").asInt(), run::toString);
      assertEquals(3, run.at("/counts/unreadable").asInt(), run::toString);
      assertTrue(isChecked(ids.get(1)));
    }
  }

  @Test
  void eventThatComesThroughBothDoorsTakesEffectOnceAndAContradictionIsKept() throws Exception {
    try (var service = start(Map.of());
        var producer = producer(Map.of())) {
      var ids = accepted(service, 2);
      for (var id : ids) {
        var structured =
            ("{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"/warehouse\","
                    + "\"type\":\"warehouse.parcel-checked\",\"data\":%s}")
                .formatted("both-" + id, data(id));
        var overHttp = id.equals(ids.get(0));
        if (overHttp) {
          postEvent(service, structured).expect(204);
        }
        producer.send(checked(id, "both-" + id)).get(1, TimeUnit.MINUTES);
        Until.holds("it is applied", () -> isChecked(id));
        postEvent(service, structured).expect(204);
        // The same id once more, with another content.
        producer.send(record(id, data(id), "shipped", "both-" + id)).get(1, TimeUnit.MINUTES);
        Until.holds(
            "the contradiction is kept",
            () -> count("inbox", "reason = 'CONTRADICTS_EARLIER' AND subject = '" + id + "'") == 1);
        assertEquals(2, count("inbox", "subject = '" + id + "'"));
        assertEquals(2, count("application_history", "application_id = '" + id + "'"));
      }
    }
  }

  private static Answer postEvent(PackagedService service, String event) {
    var machine = Api.at(service.uri(), Tokens.service());
    return machine.send(
        machine
            .request("/v1/events")
            .header("Content-Type", "application/cloudevents+json")
            .POST(BodyPublishers.ofString(event)));
  }

  @Test
  void stuckApplicationHoldsUpNoneOfTheOthers() throws Exception {
    try (var service = start(Map.of());
        var producer = producer(Map.of());
        var rival = TestDatabase.connect()) {
      var ids = accepted(service, 20);
      var stuck = ids.get(0);
      rival.setAutoCommit(false);
      try (var lock =
          rival.prepareStatement(
              "SELECT 1 FROM shipping_application WHERE id = ?::uuid FOR UPDATE")) {
        lock.setString(1, stuck);
        lock.execute();
      }
      // One partition, so that nobody overtakes anybody.
      for (int i = 0; i < 10; i++) {
        producer.send(inPartitionOf(stuck, checked(stuck, "s" + i)));
      }
      for (var id : ids.subList(1, 20)) {
        producer.send(inPartitionOf(stuck, checked(id, "e-" + id)));
      }
      Until.holds("the others are checked", () -> count("shipping_application", CHECKED) == 19);
      assertFalse(isChecked(stuck));
      assertEquals(0, count("dead_letter", "true"));
      rival.rollback();
      Until.holds("the stuck one is checked, too", () -> isChecked(stuck));
      assertEquals(10, count("inbox", "state = 'APPLIED' AND subject = '" + stuck + "'"));
    }
  }

  @Test
  void faultOfOursPausesAndIsGoneWhenHealed() throws Exception {
    try (var service = start(Map.of());
        var producer = producer(Map.of())) {
      var ids = accepted(service, 5);
      var owner = "ALTER TABLE application_history OWNER TO ";
      TestDatabase.execute(owner + "postgres");
      for (var id : ids) {
        producer.send(checked(id, "e-" + id));
      }
      Until.holds(
          "metric and health tell of the pause",
          () ->
              get(service, "/q/metrics")
                      .contains("uketsuke_inbox_paused{topic=\"" + topic + "\"} 1")
                  && get(service, "/q/health/well").contains("SQLSTATE 42501"));
      assertEquals(0, count("dead_letter", "true"));
      service.awaitReady();
      TestDatabase.execute(owner + TestDatabase.USER);
      Until.holds("all are checked", () -> count("shipping_application", CHECKED) == 5);
      Until.holds(
          "nothing is paused",
          () ->
              get(service, "/q/metrics")
                  .contains("uketsuke_inbox_paused{topic=\"" + topic + "\"} 0"));
    }
  }

  @Test
  void topicThatStandsUnreadIsListedUntilItIsReadOn() throws Exception {
    try (var service = start(Map.of("UKETSUKE_KAFKA_UNREAD_AFTER", "PT1S"));
        var producer = producer(Map.of())) {
      var id = accepted(service, 1).get(0);
      TestDatabase.execute("ALTER TABLE inbox ADD CONSTRAINT boom CHECK (false) NOT VALID");
      producer.send(checked(id, "held-up"));
      Until.holds("it is listed", () -> unreadTopics(service).contains("paused at " + topic));
      var first = TestDatabase.value("SELECT since FROM unread_topic");
      var seen = TestDatabase.value("SELECT seen_at FROM unread_topic");
      Until.holds(
          "it is told again",
          () -> !seen.equals(TestDatabase.value("SELECT seen_at FROM unread_topic")));
      assertEquals(first, TestDatabase.value("SELECT since FROM unread_topic"));
      TestDatabase.execute("ALTER TABLE inbox DROP CONSTRAINT boom");
      Until.holds("it is read on", () -> isChecked(id));
      Until.holds("it is listed no more", () -> unreadTopics(service).equals("[]"));
      assertEquals(0, count("unread_topic", "true"));
    }
  }

  private static String unreadTopics(PackagedService service) {
    return Api.at(service.uri(), Tokens.staff())
        .get("/v1/reconciliation")
        .expect(200)
        .json()
        .at("/unreadTopics/items")
        .toString();
  }

  @Test
  void brokerWhoseNameDoesNotResolveStopsNothing() throws Exception {
    var settings = Map.of("KAFKA_BOOTSTRAP_SERVERS", "no-such-host.invalid:9092");
    try (var service = start(settings)) {
      accepted(service, 1);
      Until.holds(
          "health tells why",
          () -> get(service, "/q/health/well").contains("No resolvable bootstrap urls"));
    }
    try (var service = start(Map.of("UKETSUKE_KAFKA_CONSUME", "false"));
        var producer = producer(Map.of())) {
      producer.send(checked(accepted(service, 1).get(0), "e")).get(1, TimeUnit.MINUTES);
      assertFalse(get(service, "/q/metrics").contains("uketsuke_inbox_paused"));
      assertFalse(service.log().contains("Consuming the topic"), service.log());
    }
  }

  /** As in the image, whose options and libraries these are, with {@code --tmpfs /tmp}. */
  @Test
  void compressedRecordsAreReadWhereTmpIsMountedNoexec() throws Exception {
    var tmp = Files.createTempDirectory("noexec");
    var mount = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "noexec", "tmpfs", tmp.toString());
    assumeTrue(mount.start().waitFor() == 0, "only root may mount");
    try {
      var options = imageOptions() + " -Djava.io.tmpdir=" + tmp;
      try (var service = start(Map.of("JDK_JAVA_OPTIONS", options))) {
        for (var codec : List.of("zstd", "snappy", "lz4", "gzip")) {
          var id = accepted(service, 1).get(0);
          try (var producer = producer(Map.of("compression.type", codec))) {
            producer.send(checked(id, codec)).get(1, TimeUnit.MINUTES);
          }
          Until.holds(codec + " is read", () -> isChecked(id));
        }
      }
      try (var service = start(Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + tmp));
          var producer = producer(Map.of("compression.type", "zstd"))) {
        producer.send(checked(accepted(service, 1).get(0), "z")).get(1, TimeUnit.MINUTES);
        Until.holds(
            "a codec that cannot be loaded is told of",
            () -> get(service, "/q/health/well").contains("stalled for"));
        service.awaitReady();
      }
    } finally {
      new ProcessBuilder("umount", "-l", tmp.toString()).start().waitFor();
    }
  }

  /** The options of the image, with its libraries unpacked as its build unpacks them. */
  private static String imageOptions() throws Exception {
    var codecs = Files.createDirectories(Path.of("target", "codecs")).toAbsolutePath();
    var arm = System.getProperty("os.arch").equals("aarch64");
    try (var jars = Files.list(Path.of("target", "quarkus-app", "lib", "main"))) {
      for (var jar :
          jars.filter(each -> each.toString().matches(".*(zstd-jni|snappy).*")).toList()) {
        try (var zip = FileSystems.newFileSystem(jar)) {
          var zstd = zip.getPath("linux", arm ? "aarch64" : "amd64");
          var snappy = zip.getPath("org/xerial/snappy/native/Linux", arm ? "aarch64" : "x86_64");
          for (var directory : List.of(zstd, snappy)) {
            if (Files.exists(directory)) {
              try (var libraries = Files.list(directory)) {
                for (var each : libraries.toList()) {
                  var name =
                      each.getFileName().toString().replaceAll("-jni-[0-9.-]+[.]so", "-jni.so");
                  Files.copy(each, codecs.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
              }
            }
          }
        }
      }
    }
    var image = Files.readString(Path.of("src", "main", "docker", "Dockerfile.jvm"));
    var options = Pattern.compile("-D(?:Zstd|org[.]xerial)[^ \"]+").matcher(image);
    return options
        .results()
        .map(each -> each.group().replace("/app/codecs", codecs.toString()))
        .collect(Collectors.joining(" "));
  }

  @Test
  void rebalancesAndKillsUnderLoadApplyEachEventOnceAndInOrder() throws Exception {
    int applications = 1000;
    try (var producer = producer(Map.of());
        var steady = start(Map.of("KAFKA_SESSION_TIMEOUT_MS", "6000"))) {
      var ids = accepted(steady, applications);
      TestDatabase.execute(
          "UPDATE shipping_application SET status = 'PAID', last_step = last_step + 1");
      TestDatabase.execute(
          "INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)"
              + " SELECT account_id, bucket, id, last_step, status, clock_timestamp(), 'system'"
              + " FROM shipping_application");
      var random = new Random(7);
      int rounds = 4;
      int inTheMiddle = 0;
      PackagedService other = null;
      try {
        for (int round = 0; round < rounds; round++) {
          var before = broker.consumers("group-of-" + topic);
          other = start(Map.of("KAFKA_SESSION_TIMEOUT_MS", "6000"));
          Until.holds(
              "the other has partitions",
              () -> !before.containsAll(broker.consumers("group-of-" + topic)));
          int share = applications / rounds;
          for (var id : ids.subList(round * share, (round + 1) * share)) {
            producer.send(record(id, data(id), "shipped", "s-" + id));
            producer.send(record(id, data(id), "delivered", "d-" + id));
            if (random.nextInt(10) == 0) {
              producer.send(record(id, data(id), "shipped", "s-" + id));
            }
          }
          producer.flush();
          var killed = other;
          Until.holds(
              "the other has records in hand", () -> killed.log().contains("Event APPLIED"));
          other.kill();
          int delivered = count("shipping_application", "status = 'DELIVERED'");
          inTheMiddle += delivered < (round + 1) * share ? 1 : 0;
        }
        producer.flush();
        Until.holds(
            "all are delivered",
            () -> count("shipping_application", "status = 'DELIVERED'") == applications);
      } finally {
        if (other != null) {
          other.close();
        }
      }
      assertTrue(inTheMiddle > 0, "every kill came too late to show anything");
      assertEquals(2 * applications, count("inbox", "state = 'APPLIED'"));
      assertEquals(2 * applications, count("outbox", "type LIKE 'application.%ed'") - applications);
      assertEquals(
          applications,
          count(
              "(SELECT array_agg(status ORDER BY step) AS life FROM application_history GROUP BY"
                  + " application_id) AS lives",
              "life = '{ACCEPTED,PAID,SHIPPED,DELIVERED}'"));
    }
  }

  private static final String CHECKED = "status = 'WAREHOUSE_CHECKED'";

  private static boolean isChecked(String id) {
    return count("shipping_application", CHECKED + " AND id = '" + id + "'") == 1;
  }

  private static int count(String table, String condition) {
    return Integer.parseInt(
        TestDatabase.value("SELECT count(*) FROM " + table + " WHERE " + condition));
  }

  private static String get(PackagedService service, String path) {
    return Api.at(service.uri(), Tokens.staff()).get(path).text();
  }

  private static List<String> accepted(PackagedService service, int count) {
    var owner = Api.at(service.uri(), Tokens.applicant());
    var ids = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      ids.add(owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId());
    }
    return ids;
  }

  private static String data(String id) {
    return "{\"applicationId\":\"" + id + "\"}";
  }

  private static ProducerRecord<byte[], byte[]> inPartitionOf(
      String id, ProducerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        record.topic(), null, id.getBytes(UTF_8), record.value(), record.headers());
  }

  private ProducerRecord<byte[], byte[]> checked(String id, String event) {
    return record(id, data(id), "checked", event);
  }

  private ProducerRecord<byte[], byte[]> record(String key, String body, String what, String id) {
    var record =
        new ProducerRecord<byte[], byte[]>(topic, key.getBytes(UTF_8), body.getBytes(UTF_8));
    Map.of(
            "ce_specversion", "1.0",
            "ce_type", "warehouse.parcel-" + what,
            "ce_source", "/warehouse",
            "ce_id", id,
            "content-type", "application/json")
        .forEach((name, value) -> record.headers().add(name, value.getBytes(UTF_8)));
    return record;
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, String> settings) {
    var all = new HashMap<String, Object>(settings);
    all.put("bootstrap.servers", broker.servers());
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private PackagedService start(Map<String, String> settings) throws Exception {
    var environment = new HashMap<String, String>();
    environment.put("KAFKA_BOOTSTRAP_SERVERS", broker.servers());
    environment.put("MP_MESSAGING_INCOMING_WAREHOUSE_EVENTS_TOPIC", topic);
    environment.put("MP_MESSAGING_INCOMING_WAREHOUSE_EVENTS_GROUP_ID", "group-of-" + topic);
    environment.putAll(settings);
    return PackagedService.start(environment);
  }
}
