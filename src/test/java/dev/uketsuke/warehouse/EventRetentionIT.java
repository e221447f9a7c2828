package dev.uketsuke.warehouse;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.KafkaBroker;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ids of events are remembered for as long as the broker may deliver them again, if it tells. */
class EventRetentionIT {

  private static KafkaBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    TestDatabase.create();
    broker = KafkaBroker.start(new NewTopic("other", 1, (short) 1));
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void retentionShorterThanTheBrokersIsWarnedOfAndStopsNothing() throws Exception {
    var topic = topic(Map.of("retention.ms", Long.toString(Duration.ofDays(14).toMillis())));

    try (var service = start(topic, Map.of())) {
      Until.holds("a warning", () -> service.log().contains("PT336H, which is longer than"));
      assertMetric(service, "uketsuke_inbox_broker_retention_seconds 1209600.0");
    }
    try (var service = start(topic, Map.of("UKETSUKE_INBOX_RETENTION", "P14D"))) {
      assertMetric(service, "uketsuke_inbox_broker_retention_seconds 1209600.0");
      assertMetric(service, "uketsuke_inbox_retention_seconds 1209600.0");
      assertFalse(
          service.log().contains("which is longer than UKETSUKE_INBOX_RETENTION"), service.log());
    }
  }

  @Test
  void brokersDefaultCountsUntilThereIsATopic() throws Exception {
    try (var service = start("none-yet", Map.of("UKETSUKE_INBOX_RETENTION", "P6D"))) {
      Until.holds("a warning", () -> service.log().contains("PT168H, which is longer than"));
    }
  }

  @Test
  void unlimitedRetentionIsWarnedOf() throws Exception {
    for (var unlimited :
        List.of(Map.of("retention.ms", "-1"), Map.of("cleanup.policy", "compact"))) {
      try (var service = start(topic(unlimited), Map.of())) {
        Until.holds("a warning", () -> service.log().contains("forever"));
        assertMetric(service, "uketsuke_inbox_broker_retention_seconds +Inf");
      }
    }
  }

  @Test
  void brokerThatIsAwayStopsNothing() throws Exception {
    try (var service = PackagedService.start(Map.of("KAFKA_BOOTSTRAP_SERVERS", "localhost:1"))) {
      Until.holds("a line", () -> service.log().contains("The broker did not say how long"));
      assertMetric(service, "uketsuke_inbox_broker_retention_seconds NaN");
    }
  }

  private static void assertMetric(PackagedService service, String line) throws Exception {
    Until.holds(
        line,
        () -> Api.at(service.uri(), Tokens.staff()).get("/q/metrics").text().contains(line + "\n"));
  }

  private static String topic(Map<String, String> configs) throws Exception {
    var name = "events-" + System.nanoTime();
    broker.create(new NewTopic(name, 1, (short) 1).configs(configs));
    return name;
  }

  private static PackagedService start(String topic, Map<String, String> settings)
      throws Exception {
    return PackagedService.start(environment(topic, settings));
  }

  private static Map<String, String> environment(String topic, Map<String, String> settings) {
    var environment = new HashMap<>(settings);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", broker.servers());
    environment.put("UKETSUKE_INBOX_BROKER_TIMEOUT", "PT1M"); // It is there, however slow.
    environment.put("MP_MESSAGING_INCOMING_WAREHOUSE_EVENTS_TOPIC", topic);
    return environment;
  }
}
