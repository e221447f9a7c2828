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

  /** What piles up while the broker is away for three days, by application. */
  private static final int BACKLOG_APPLICATIONS = 200_000;

  private static final int BACKLOG_EVENTS = 5;

  private static final Duration LOAD = Duration.ofSeconds(15);

  private BenchRelay() {}

  /** With the argument {@code backlog}: that figure alone. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0) {
      deliveries();
    }
    backlog();
  }

  /** The broker comes back to a million messages; nothing is sent while the queue is filled. */
  private static void backlog() throws Exception {
    try (var broker = KafkaBroker.start(new NewTopic("application-events", 3, (short) 1))) {
      TestDatabase.create();
      var sending = Map.of("KAFKA_BOOTSTRAP_SERVERS", broker.servers());
      try (var service = PackagedService.start(sending)) {
        events();
        untilSent(); // warms it up
        events();
        untilSent();

        int most = BACKLOG_APPLICATIONS * BACKLOG_EVENTS;
        broker.stop();
        TestDatabase.update(
            "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type,"
                + " payload, created_at, next_attempt_at, head) SELECT gen_random_uuid(), '', 0, n,"
                + " 'application', 'backlog-' || a, 'application.accepted', '{\"status\":\"ACCEPTED\"}',"
                + " t, t, n = 1 FROM generate_series(1, ?) n, generate_series(1, ?) a, LATERAL (SELECT"
                + " now() - interval '3 days' + n * interval '12 hours' + a * interval '1 millisecond')"
                + " time (t)",
            BACKLOG_EVENTS,
            BACKLOG_APPLICATIONS);
        TestDatabase.execute("VACUUM ANALYZE outbox");
        broker.resume();
        var before = Processor.time(service);
        long start = System.nanoTime();
        for (int tenth = 1; tenth <= 10; tenth++) {
          int sent = most / 10 * tenth;
          Until.holds("sent", Duration.ofMinutes(30), () -> recorded(broker) >= sent);
          System.out.printf("%d sent after %.0f s%n", sent, (System.nanoTime() - start) / 1e9);
        }
        double drained = most / ((System.nanoTime() - start) / 1e9);
        print("events per second to Kafka, a million pending", drained);
        Until.holds("all recorded", Duration.ofMinutes(5), () -> open() == 0);
        Processor.time(service).since(before).print("a million pending", most);
        service.awaitReady();
        double steady = 0; // After the backlog, when the process is as warm as it gets.
        before = Processor.time(service);
        for (int round = 0; round < 3; round++) {
          events();
          steady = Math.max(steady, EVENTS / untilSent());
        }
        print("events per second to Kafka, no backlog, best of three", steady);
        Processor.time(service).since(before).print("no backlog", 3 * EVENTS);
        System.out.printf("| with backlog against without | %.2f |%n", drained / steady);
        cleanUp(most);
      }
    }
  }

  /** Processor time of the service so far, in milliseconds. */
  private record Processor(double service) {

    static Processor time(PackagedService service) {
      var process = ProcessHandle.of(service.pid()).orElseThrow();
      return new Processor(process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis());
    }

    Processor since(Processor before) {
      return new Processor(service - before.service);
    }

    void print(String what, int events) {
      BenchRelay.print(
          "processor ms of the service per 1,000 events, " + what, 1000 * service / events);
    }
  }

  /** How fast the scheduled clean-up removes what was sent long ago. */
  private static void cleanUp(int rows) throws Exception {
    TestDatabase.execute("UPDATE outbox SET sent_at = now() - interval '8 days'", "VACUUM outbox");
    try (var service = PackagedService.start(Map.of("UKETSUKE_JOBS_RETENTION_EVERY", "PT1S"))) {
      long start = System.nanoTime();
      Until.holds(
          "all removed",
          Duration.ofMinutes(30),
          () -> {
            Thread.sleep(500);
            return TestDatabase.value("SELECT 1 FROM outbox LIMIT 1") == null;
          });
      print(
          "rows per second that the clean-up removes", rows / ((System.nanoTime() - start) / 1e9));
      service.awaitReady();
    }
  }

  /** What the broker has since it was filled; asking it costs the database nothing. */
  private static long recorded(KafkaBroker broker) throws Exception {
    Thread.sleep(200);
    return broker.size("application-events") - 2 * EVENTS;
  }

  private static void deliveries() throws Exception {
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
                        + " sent_at - created_at)) FROM (SELECT * FROM outbox ORDER BY created_at DESC"
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
