package dev.uketsuke.applications;

import static dev.uketsuke.support.PaymentProvider.event;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tricks;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Moves and payments that meet at one application. */
@QuarkusTest
@RealParts
class MoveRaceContractTest {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final PaymentProvider provider = PaymentProvider.toService();

  @RepeatedTest(5)
  void twentyEqualMovesAtOnceAreOne() throws Exception {
    var moves = Moves.ofNewApplication();

    var answers = Concurrently.run(20, i -> sure(() -> moves.to("WAREHOUSE_CHECKED")));

    answers.forEach(answer -> answer.expect(200));
    assertEquals(1, answers.stream().filter(a -> a.header("Idempotent-Replayed") == null).count());
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
    assertEquals("application.accepted application.warehouse-checked", moves.outbox());
  }

  @RepeatedTest(5)
  void ofTwentyDifferentMovesAtOnceOneWins() throws Exception {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transactions = IntStream.range(0, 20).mapToObj(i -> newTransaction()).toList();

    var answers =
        Concurrently.run(
            20,
            i ->
                sure(
                    () ->
                        i % 2 == 0
                            ? moves.cancel(i % 4 == 0 ? moves.owner() : moves.staff())
                            : provider.send(
                                event(transactions.get(i), moves.applicationId(), "PAID"))));

    var cancelled = moves.status().equals("CANCELLED");
    for (int i = 0; i < 20; i++) {
      answers.get(i).expect(i % 2 == 1 ? 204 : cancelled ? 200 : 409);
    }
    var applied =
        transactions.stream().filter(t -> "APPLIED".equals(Payments.state(t, "PAID"))).count();
    assertEquals(cancelled ? 0 : 1, applied);
    assertEquals(
        "ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED " + (cancelled ? "CANCELLED" : "PAID"),
        moves.history());
    assertEquals(cancelled ? 4 : 5, moves.outbox().split(" ").length);
  }

  /** Each of them waits for the database by itself, so only its account's share bounds them. */
  @Test
  void cancellationsThatWaitForOneRowDoNotStarveOthers() throws Exception {
    var moves = Moves.ofNewApplication();
    try (var rival = Tricks.movingRival(moves.applicationId(), "WAREHOUSE_CHECKED")) {
      var waiting = Concurrently.start(i -> Concurrently.run(60, j -> moves.cancel(moves.owner())));
      rival.awaitWaiters(1);
      for (int i = 0; i < 20; i++) {
        Api.asApplicant().submit(Api.newKey(), Api.SMALLEST).expect(201);
      }
      for (var answer : waiting.get(2, TimeUnit.MINUTES)) {
        answer.expectProblem(503, "temporarily-unavailable");
      }
    }
    moves.cancel(moves.owner()).expect(200);
    assertEquals("ACCEPTED CANCELLED", moves.history());
  }

  /** A move that waits for its account's turn is made by another thread than its request's. */
  @Test
  void moveThatWaitedKeepsTheTraceOfItsOwnRequest() throws Exception {
    var owner = Api.asApplicant();
    var account = owner.caller().issuer() + "|" + owner.caller().subject();
    var ids =
        Concurrently.run(
            30, i -> owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId());
    Tricks.slowCommit("application_history", "account_id", account, Duration.ofMillis(100))
        .during(
            () ->
                Concurrently.run(
                    ids.size(),
                    i -> {
                      var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-%016x-01".formatted(i + 1);
                      owner
                          .send(
                              owner
                                  .request(Api.APPLICATIONS + "/" + ids.get(i) + "/cancellation")
                                  .header("traceparent", trace)
                                  .POST(BodyPublishers.noBody()))
                          .expect(200);
                      assertEquals(
                          trace,
                          TestDatabase.value(
                              "SELECT traceparent FROM outbox WHERE aggregateid = ?"
                                  + " AND type = 'application.cancelled'",
                              ids.get(i)));
                      return null;
                    }));
  }

  @Test
  void twentyDeliveriesOfOnePaymentAtOnceAreOne() throws Exception {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();
    var paid = event(transaction, moves.applicationId(), "PAID");

    Concurrently.run(20, i -> sure(() -> provider.send(paid))).forEach(a -> a.expect(204));

    assertEquals(1, Payments.count(transaction));
    assertEquals(5, moves.outbox().split(" ").length);
  }

  @Test
  void callbacksThatCrossOverTwoApplicationsDoNotBlockEachOther() throws Exception {
    var one = Moves.ofNewApplication().feeConfirmed();
    var two = Moves.ofNewApplication().feeConfirmed();
    var transaction = newTransaction();

    Concurrently.run(
            20,
            i -> {
              var moves = i % 2 == 0 ? one : two;
              var type = i % 4 < 2 ? "PAID" : "REFUNDED";
              return sure(() -> provider.send(event(transaction, moves.applicationId(), type)));
            })
        .forEach(a -> assertTrue(List.of(204, 409).contains(a.status()), a::toString));

    assertEquals(2, Payments.count(transaction));
  }

  @Test
  void rivalThatCommitsIsSeen() throws Exception {
    var moves = Moves.ofNewApplication();
    try (var rival = Tricks.movingRival(moves.applicationId(), "CANCELLED")) {
      var pending = Concurrently.start(i -> moves.to("WAREHOUSE_CHECKED"));
      rival.awaitWaiters(1);
      rival.commit();

      var refused = pending.get(1, TimeUnit.MINUTES).expectProblem(409, "illegal-transition");
      assertEquals("CANCELLED", refused.json().path("currentStatus").asText());
    }
    assertEquals("ACCEPTED CANCELLED", moves.history());
  }

  @Test
  void rivalThatMakesTheSameMoveIsARepetition() throws Exception {
    var moves = Moves.ofNewApplication();
    try (var rival = Tricks.movingRival(moves.applicationId(), "WAREHOUSE_CHECKED")) {
      var pending = Concurrently.start(i -> moves.to("WAREHOUSE_CHECKED"));
      rival.awaitWaiters(1);
      rival.commit();

      var again = pending.get(1, TimeUnit.MINUTES).expect(200);
      assertEquals("true", again.header("Idempotent-Replayed"));
    }
    assertEquals("application.accepted", moves.outbox());
  }

  @Test
  void rivalThatRollsBackIsForgotten() throws Exception {
    var moves = Moves.ofNewApplication();
    try (var rival = Tricks.movingRival(moves.applicationId(), "CANCELLED")) {
      var pending = Concurrently.start(i -> moves.to("WAREHOUSE_CHECKED"));
      rival.awaitWaiters(1);
      rival.rollback();

      pending.get(1, TimeUnit.MINUTES).expect(200);
    }
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void rivalThatStaysOpenIsReportedAsUnavailable() throws Exception {
    var moves = Moves.ofNewApplication();
    var transaction = newTransaction();
    var paid = event(transaction, moves.applicationId(), "PAID");
    try (var rival = Tricks.movingRival(moves.applicationId(), "CANCELLED")) {
      var refused = moves.to("WAREHOUSE_CHECKED").expectProblem(503, "temporarily-unavailable");
      assertTrue(Integer.parseInt(refused.header("Retry-After")) >= 1);
      provider.send(paid).expectProblem(503, "temporarily-unavailable");
      rival.rollback();
    }
    assertEquals("ACCEPTED", moves.history());
    assertEquals(0, Payments.count(transaction));
    provider.send(paid).expect(204);
    moves.to("WAREHOUSE_CHECKED").expect(200);
  }

  /** Neither sees the other's row while both are open: the lock alone makes one see the other. */
  @Test
  void paymentAboutToCommitIsSeenByTheMoveItWaitsFor() throws Exception {
    var moves = Moves.ofNewApplication();
    moves.to("WAREHOUSE_CHECKED").expect(200);
    var transaction = newTransaction();

    Tricks.slowCommit("payment", "transaction_id", transaction, PAUSE)
        .during(
            () -> {
              var callback =
                  Concurrently.start(
                      i -> provider.send(event(transaction, moves.applicationId(), "PAID")));
              Tricks.awaitSlowWriter();
              sure(() -> moves.to("FEE_CONFIRMED")).expect(200);
              callback.get(1, TimeUnit.MINUTES).expect(204);
            });

    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
    assertEquals("PAID", moves.status());
  }

  /** The same the other way round: the move is about to commit when the payment comes. */
  @Test
  void moveAboutToCommitIsSeenByThePaymentThatWaitsForIt() throws Exception {
    var moves = Moves.ofNewApplication();
    moves.to("WAREHOUSE_CHECKED").expect(200);
    var transaction = newTransaction();

    Tricks.slowCommit("application_history", "application_id", moves.applicationId(), PAUSE)
        .during(
            () -> {
              var move = Concurrently.start(i -> moves.to("FEE_CONFIRMED"));
              Tricks.awaitSlowWriter();
              sure(() -> provider.send(event(transaction, moves.applicationId(), "PAID")))
                  .expect(204);
              move.get(1, TimeUnit.MINUTES).expect(200);
            });

    assertEquals("APPLIED", Payments.state(transaction, "PAID"));
    assertEquals("PAID", moves.status());
  }

  @RepeatedTest(5)
  void historyAlwaysReplaysToTheStatus() throws Exception {
    var moves = Moves.ofNewApplication();
    var steps = List.of("WAREHOUSE_CHECKED", "FEE_CONFIRMED", "SHIPPED", "DELIVERED", "CANCELLED");
    Concurrently.run(20, i -> sure(() -> moves.to(steps.get(i % steps.size()))));

    var history = moves.history().split(" ");

    for (int i = 1; i < history.length; i++) {
      var from = ApplicationStatus.valueOf(history[i - 1]);
      assertTrue(from.next().contains(ApplicationStatus.valueOf(history[i])), moves.history());
    }
    assertEquals(history[history.length - 1], moves.status());
    assertEquals(
        "t",
        TestDatabase.value(
            "SELECT bool_and(at >= before) FROM (SELECT at, lag(at, 1, at) OVER (ORDER BY step) AS"
                + " before FROM application_history WHERE application_id = ?::uuid) h",
            moves.applicationId()));
  }

  /** As clients do: sends again while the answer is "not now". */
  private static Answer sure(Callable<Answer> request) throws Exception {
    var last = new AtomicReference<Answer>();
    Until.holds(
        "an answer other than 503",
        () -> {
          last.set(request.call());
          return last.get().status() != 503;
        });
    return last.get();
  }
}
