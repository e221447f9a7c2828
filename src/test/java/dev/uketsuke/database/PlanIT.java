package dev.uketsuke.database;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.ExplainedDatabase;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Tokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever the packaged service asks a database with 200,000 rows in each table is answered by an
 * index. PostgreSQL itself reports the plan of every statement ({@code auto_explain}), so no
 * statement is forgotten, also none that is written later.
 */
class PlanIT {

  /** In the middle of the rows, in which nothing happens to be first or last. */
  private static final Instant FROM =
      Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(3));

  private static final Instant BEFORE = FROM.plus(Duration.ofHours(6));

  private static ExplainedDatabase database;
  private static CarrierStub carrier;
  private static PackagedService service;

  @BeforeAll
  static void start() throws Exception {
    database = ExplainedDatabase.start();
    carrier = CarrierStub.start();
    var settings = new HashMap<>(database.environment());
    settings.put("UKETSUKE_CARRIER_URL", carrier.url());
    settings.put("UKETSUKE_JOBS_SCHEDULED", "false");
    // So that a run has thousands of rows to erase and to archive, but not all.
    settings.put("UKETSUKE_DATA_RETENTION", "P320D");
    settings.put("UKETSUKE_ARCHIVE_AFTER", "P330D");
    settings.put("UKETSUKE_NEW_KEYS_PER_MINUTE", "100000");
    service = PackagedService.start(settings);
    database.fill();
  }

  @AfterAll
  static void stop() throws Exception {
    for (var each : new AutoCloseable[] {service, carrier, database}) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Test
  void intakeAndMoves() throws Exception {
    assertIndexed(
        () -> {
          // More often than the five times after which the driver and the server change their ways.
          for (int i = 0; i < 12; i++) {
            var owner = Api.at(service.uri(), Tokens.applicant());
            var key = i % 2 == 0 ? newKey() : owner.issueToken();
            owner.inquire(key).expect(200);
            var id = owner.submit(key, SMALLEST).expect(201).applicationId();
            owner.submit(key, SMALLEST).expect(200);
            owner.submit(key, Api.OTHER).expect(409);
            owner.inquire(key).expect(200);
            var moves = new Moves(owner, staff(), id).feeConfirmed();
            PaymentProvider.to(service.uri())
                .send(PaymentProvider.event(PaymentProvider.newTransaction(), id, "PAID"))
                .expect(204);
            moves.get();
            var other = owner.submit(newKey(), SMALLEST).expect(201).applicationId();
            new Moves(owner, staff(), other).cancel(owner).expect(200);
          }
        });
  }

  @Test
  void listsOfStaff() throws Exception {
    var application = database.someApplication();
    var times = "createdFrom=" + FROM + "&createdBefore=" + BEFORE;
    var paths = new ArrayList<String>();
    paths.addAll(
        combined(
            "/v1/outbox",
            List.of("", "state=PENDING", "state=PARKED", "state=SENT", "state=DROPPED"),
            List.of(
                "",
                "destination=waybill",
                "destination=application",
                "type=application.refunded",
                "type=application.accepted",
                "applicationId=" + application,
                times,
                "destination=waybill&" + times)));
    paths.add("/v1/outbox?state=PARKED&parkedFrom=" + FROM + "&parkedBefore=" + BEFORE);
    paths.addAll(
        combined(
            "/v1/payments",
            List.of("", "state=UNMATCHED", "state=WAITING", "state=APPLIED", "state=SETTLED"),
            List.of(
                "",
                "type=REFUNDED",
                "type=PAID",
                "reason=ALREADY_PAID",
                "reason=AMOUNT_DIFFERS,APPLICATION_UNKNOWN",
                "applicationId=" + application,
                "transactionId=tx-500",
                "receivedFrom=" + FROM + "&receivedBefore=" + BEFORE)));
    paths.addAll(
        combined(
            "/v1/events",
            List.of("", "state=WAITING", "state=PARKED", "state=APPLIED", "state=SETTLED"),
            List.of("")));
    paths.add("/v1/reconciliation");
    paths.add("/v1/applications/" + application);
    assertIndexed(
        () -> {
          for (var path : paths) {
            var first = staff().get(path).expect(200).json();
            var next = first.path("nextCursor").textValue();
            if (next != null) {
              staff().get(path + (path.contains("?") ? "&" : "?") + "cursor=" + next).expect(200);
            }
          }
        });
  }

  @Test
  void jobsAndFigures() throws Exception {
    assertIndexed(
        () -> {
          for (int i = 0; i < 3; i++) {
            for (var job : List.of("relay", "retention", "archive", "inbox", "redrive")) {
              post("/v1/jobs/" + job).expect(200);
            }
            staff().get("/q/metrics").expect(200);
          }
          staff().post("/v1/outbox/resend?type=application.refunded").expect(200);
          staff().post("/v1/outbox/resend?applicationId=" + database.someApplication()).expect(200);
          resolution("/v1/outbox/resolution?destination=waybill");
          resolution("/v1/payments/resolution?reason=ALREADY_PAID");
          post("/v1/jobs/resend").expect(200);
        });
  }

  private static List<String> combined(String path, List<String> some, List<String> others) {
    var all = new ArrayList<String>();
    for (var one : some) {
      for (var other : others) {
        var query = String.join("&", List.of(one, other)).replaceAll("^&|&$", "");
        all.add(query.isEmpty() ? path : path + "?" + query);
      }
    }
    return all;
  }

  private static void assertIndexed(ThrowingRunnable work) throws Exception {
    database.forget();
    work.run();
    var plans = database.plans();
    assertTrue(plans.size() > 20, "so few statements were reported: " + plans.size());
    var faults = plans.stream().flatMap(plan -> plan.faults().stream()).distinct().toList();
    assertEquals("", String.join("\n", faults));
  }

  @FunctionalInterface
  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  private static Api staff() {
    return Api.at(service.uri(), Tokens.staff());
  }

  private static Answer post(String path) {
    return Api.at(service.uri(), Tokens.service()).post(path);
  }

  private static void resolution(String path) {
    var staff = staff();
    staff
        .send(
            staff
                .request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"note\":\"Done by hand.\"}")))
        .expect(200);
  }
}
