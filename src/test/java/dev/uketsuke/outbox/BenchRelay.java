package dev.uketsuke.outbox;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.KafkaBroker;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Started by {@code bench/relay}: prints how fast messages go out, and what that costs the intake.
 * Wants an otherwise idle machine.
 */
final class BenchRelay {

  private static final int ORDERS = 2_000;
  private static final int EVENTS = 20_000;
  private static final int CLIENTS = 8;
  private static final Duration LOAD = Duration.ofSeconds(15);

  private BenchRelay() {}

  public static void main(String[] arguments) throws Exception {
    try (var carrier = CarrierStub.start();
        var broker = KafkaBroker.start(new NewTopic("application-events", 3, (short) 1))) {
      TestDatabase.create();
      var sending =
          Map.of(
              "UKETSUKE_CARRIER_URL", carrier.url(), "KAFKA_BOOTSTRAP_SERVERS", broker.servers());
      try (var without = PackagedService.start(Map.of("UKETSUKE_JOBS_SCHEDULED", "false"))) {
        load(without); // warms it up
        print("intake per second, no relay", load(without));
      }
      TestDatabase.execute("UPDATE outbox SET sent_at = now()");
      try (var with = PackagedService.start(sending)) {
        load(with);
        print("intake per second, relay running", load(with));
        Until.holds("all sent", () -> open() == 0);

        Messages.paidApplications(ORDERS);
        print("orders per second to a fast carrier", ORDERS / untilSent());
        events();
        print("events per second to Kafka", EVENTS / untilSent());

        lowLoad(with);
        print(
            "milliseconds from commit to delivery, median",
            Double.parseDouble(
                TestDatabase.value(
                    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY 1000 * extract(epoch FROM"
                        + " sent_at - created_at)) FROM (SELECT * FROM outbox ORDER BY id DESC"
                        + " LIMIT 50) recent")));
      }
    }
  }

  private static void print(String what, double figure) {
    System.out.printf("| %s | %.0f |%n", what, figure);
  }

  private static double load(PackagedService service) throws Exception {
    var owner = Api.at(service.uri(), Tokens.applicant());
    long end = System.nanoTime() + LOAD.toNanos();
    var counts =
        Concurrently.run(
            CLIENTS,
            client -> {
              int count = 0;
              while (System.nanoTime() < end) {
                owner.submit(Api.newKey(), Api.SMALLEST).expect(201);
                count++;
              }
              return count;
            });
    return counts.stream().mapToInt(Integer::intValue).sum() / (double) LOAD.toSeconds();
  }

  /** One at a time, each after the one before has gone. */
  private static void lowLoad(PackagedService service) throws Exception {
    var owner = Api.at(service.uri(), Tokens.applicant());
    for (int i = 0; i < 50; i++) {
      owner.submit(Api.newKey(), Api.SMALLEST).expect(201);
      Until.holds("sent", () -> open() == 0);
    }
  }

  private static void events() {
    TestDatabase.update(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload)"
            + " SELECT gen_random_uuid(), '', 0, 1, 'application', gen_random_uuid(), 'application.accepted',"
            + " '{\"status\":\"ACCEPTED\"}' FROM generate_series(1, ?)",
        EVENTS);
  }

  /** Seconds until nothing is open any more. */
  private static double untilSent() throws Exception {
    long start = System.nanoTime();
    Until.holds("all sent", () -> open() == 0);
    return (System.nanoTime() - start) / 1e9;
  }

  private static int open() {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND parked_at IS NULL"));
  }
}
