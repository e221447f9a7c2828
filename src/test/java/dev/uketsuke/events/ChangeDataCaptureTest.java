package dev.uketsuke.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.outbox.OutboxMessage;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.junit.jupiter.api.Test;

/**
 * Change data capture publishes what our relay publishes: the configuration of {@code
 * docs/scaling.md}, run through Debezium's own engine and router on the real server.
 */
@QuarkusTest
@RealParts
class ChangeDataCaptureTest {

  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Inject KafkaEvents events;

  @Test
  void capturedEventsAreThoseOfOurRelay() throws Exception {
    var text = Files.readString(Path.of("docs", "scaling.md"));
    TestDatabase.execute(block(text, "sql"));
    var configuration = new HashMap<String, String>();
    new ObjectMapper()
        .readTree(block(text, "json"))
        .path("config")
        .properties()
        .forEach(each -> configuration.put(each.getKey(), each.getValue().asText()));

    var captured = new CopyOnWriteArrayList<SourceRecord>();
    var executor = Executors.newSingleThreadExecutor();
    try (var engine = engine(configuration, captured)) {
      executor.execute(engine);
      Until.holds("it streams", ChangeDataCaptureTest::isStreaming);
      var owner = Api.asApplicant();
      var staff = Api.as(Tokens.staff());
      var id =
          owner
              .send(
                  owner
                      .request("/v1/applications")
                      .header("Idempotency-Key", Api.newKey())
                      .header("Content-Type", "application/json")
                      .header("traceparent", TRACE)
                      .POST(BodyPublishers.ofString(Api.SMALLEST)))
              .expect(201)
              .applicationId();
      new Moves(owner, staff, id).feeConfirmed();

      Until.holds("all are captured", () -> of(captured, id).size() == 3);
      var ours = relayed(id);
      assertEquals(3, ours.size());
      for (int i = 0; i < ours.size(); i++) {
        assertSame(ours.get(i), of(captured, id).get(i), configuration);
      }
    } finally {
      executor.shutdown();
      TestDatabase.execute("DROP PUBLICATION uketsuke_events");
    }
  }

  private static void assertSame(
      ProducerRecord<byte[], byte[]> ours, SourceRecord theirs, Map<String, String> configuration)
      throws Exception {
    assertEquals(ours.topic(), theirs.topic());
    assertArrayEquals(
        ours.key(),
        converter(configuration, "key.converter", true)
            .fromConnectData(theirs.topic(), theirs.keySchema(), theirs.key()));
    assertArrayEquals(
        ours.value(),
        converter(configuration, "value.converter", false)
            .fromConnectData(theirs.topic(), theirs.valueSchema(), theirs.value()));
    var expected = new TreeMap<String, String>();
    ours.headers().forEach(header -> expected.put(header.key(), new String(header.value(), UTF_8)));
    expected.put("id", expected.get("ce_id")); // The router's own.
    var actual = new TreeMap<String, String>();
    try (var headers = new SimpleHeaderConverter()) {
      headers.configure(Map.of());
      theirs
          .headers()
          .forEach(
              header -> {
                var bytes =
                    headers.fromConnectHeader(
                        theirs.topic(), header.key(), header.schema(), header.value());
                if (bytes != null) {
                  actual.put(header.key(), new String(bytes, UTF_8));
                }
              });
    }
    assertEquals(expected, actual);
  }

  /** The events of an application as our relay would send them. */
  private List<ProducerRecord<byte[], byte[]>> relayed(String id) throws Exception {
    var records = new CopyOnWriteArrayList<ProducerRecord<byte[], byte[]>>();
    try (var connection = TestDatabase.connect();
        var select =
            connection.prepareStatement(
                "SELECT id, aggregateid, type, payload::text, created_at, traceparent FROM outbox"
                    + " WHERE aggregateid = ? AND aggregatetype = 'application' ORDER BY step")) {
      select.setString(1, id);
      try (var row = select.executeQuery()) {
        while (row.next()) {
          records.add(
              events.record(
                  new OutboxMessage(
                      row.getObject(1, UUID.class),
                      row.getString(2),
                      row.getString(3),
                      row.getString(4),
                      row.getObject(5, OffsetDateTime.class).toInstant(),
                      1,
                      true,
                      0,
                      row.getString(6))));
        }
      }
    }
    return records;
  }

  private static List<SourceRecord> of(List<SourceRecord> captured, String id) {
    return captured.stream().filter(record -> id.equals(record.key())).toList();
  }

  private static DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> engine(
      Map<String, String> configuration, List<SourceRecord> captured) {
    var database = URI.create(TestDatabase.currentUrl().substring("jdbc:".length()));
    var properties = new Properties();
    properties.putAll(configuration);
    // Only where this database is; and nothing of it is to outlive the test.
    properties.put("name", "uketsuke-events");
    properties.put("database.hostname", database.getHost());
    properties.put("database.port", Integer.toString(database.getPort()));
    properties.put("database.dbname", database.getPath().substring(1));
    properties.put("database.user", "postgres");
    properties.put("database.password", "none");
    properties.put("slot.drop.on.stop", "true");
    properties.put("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    return DebeziumEngine.create(Connect.class)
        .using(properties)
        .using(ChangeDataCaptureTest.class.getClassLoader())
        .notifying(
            event -> {
              if (event.value() != null && event.value().key() instanceof String) {
                captured.add(event.value());
              }
            })
        .build();
  }

  private static boolean isStreaming() {
    return "t"
        .equals(
            TestDatabase.value(
                "SELECT EXISTS (SELECT FROM pg_replication_slots WHERE active"
                    + " AND database = current_database())"));
  }

  private static Converter converter(Map<String, String> configuration, String name, boolean key)
      throws Exception {
    var converter =
        (Converter) Class.forName(configuration.get(name)).getDeclaredConstructor().newInstance();
    converter.configure(Map.of(), key);
    return converter;
  }

  /** The first block of this language in a page. */
  private static String block(String text, String language) {
    int start = text.indexOf("```" + language + "\n") + language.length() + 4;
    return text.substring(start, text.indexOf("```", start)).strip();
  }
}
