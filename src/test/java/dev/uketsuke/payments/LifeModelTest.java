package dev.uketsuke.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of everything that can be done to one application, each step compared with
 * {@link LifeModel}: answer, status, history, and what is recorded of every payment.
 */
@QuarkusTest
@RealParts
class LifeModelTest {

  private static final int SEQUENCES = 80;
  private static final int PLAYERS = 6;
  private static final List<String> AMOUNTS = List.of("12.50", "12.50", "12.50", "9.00");
  private static final List<String> FEES = List.of("12.50", "12.50", "9.00", "0.00");

  private final PaymentProvider provider = PaymentProvider.toService();

  @Test
  void theServiceDoesWhatTheModelDoes() throws Exception {
    var sequences = new ConcurrentLinkedQueue<List<String>>();
    JqwikSession.run(
        () ->
            steps()
                .list()
                .ofMinSize(5)
                .ofMaxSize(18)
                .sampleStream()
                .limit(SEQUENCES)
                .forEach(sequences::add));
    Concurrently.run(
        PLAYERS,
        player -> {
          for (var steps = sequences.poll(); steps != null; steps = sequences.poll()) {
            compare(steps);
          }
          return player;
        });
  }

  /** Two transactions that pay one application, and the moves that they wait for. */
  @Test
  void twoTransactionsEndAsInTheModelInEveryOrder() throws Exception {
    var moves = List.of("move WAREHOUSE_CHECKED 0", "move FEE_CONFIRMED 12.50");
    var steps = new ArrayList<>(moves);
    for (var event : List.of("a PAID", "a REFUNDED", "b PAID", "b REFUNDED")) {
      steps.add("pay " + event + " 12.50 1");
    }
    var orders = new ConcurrentLinkedQueue<List<String>>();
    JqwikSession.run(
        () ->
            Arbitraries.shuffle(steps)
                .allValues()
                .orElseThrow()
                .filter(order -> order.stream().filter(moves::contains).toList().equals(moves))
                .forEach(orders::add));
    assertEquals(360, orders.size());
    Concurrently.run(
        PLAYERS,
        player -> {
          for (var order = orders.poll(); order != null; order = orders.poll()) {
            compare(order);
          }
          return player;
        });
  }

  private void compare(List<String> steps) {
    var moves = Moves.ofNewApplication();
    var suffix = "-" + UUID.randomUUID();
    var model = new LifeModel();
    var done = new ArrayList<String>();
    for (var step : steps) {
      done.add(step);
      var words = step.split(" ");
      var expected = expected(model, words);
      var answer = send(moves, suffix, words);
      assertEquals(expected, outcome(answer), () -> done + " answered " + answer);
      assertEquals(
          String.join(" ", model.history)
              + ": "
              + model.payments()
              + ": "
              + String.join(", ", model.contradictions),
          recorded(moves).replace(suffix, ""),
          done::toString);
    }
    assertEquals(model.status(), moves.status(), done::toString);
    assertPaidForNothing(model, moves, done);
    long events = model.history.size() + (model.history.contains("PAID") ? 1 : 0);
    assertEquals(events, moves.outbox().split(" ").length, done::toString);
  }

  private static void assertPaidForNothing(LifeModel model, Moves moves, List<String> done) {
    var reason =
        TestDatabase.value(
            "SELECT concat_ws(' ', by, reason) FROM application_history"
                + " WHERE application_id = ?::uuid AND status = 'PAID' AND kind = 'MOVE'",
            moves.applicationId());
    if (model.history.contains("PAID")) {
      assertEquals(
          model.owesNothing() ? "system Nothing to pay" : "payment", reason, done::toString);
    }
  }

  /** History, payments and what contradicts them, at one moment. */
  private static String recorded(Moves moves) {
    return TestDatabase.value(
        "SELECT concat((SELECT string_agg(status, ' ' ORDER BY step) FROM application_history WHERE"
            + " application_id = a.id AND kind = 'MOVE'), ': ', (SELECT string_agg(transaction_id"
            + " || ' ' || type || '=' || concat_ws(' ', state, reason), ', ' ORDER BY"
            + " transaction_id, type) FROM payment WHERE application_id = a.id), ': ',"
            + " (SELECT string_agg(said, ', ' ORDER BY said COLLATE \"C\") FROM (SELECT"
            + " concat_ws(' ', transaction_id, type, amount, extract(second FROM occurred_at)::int)"
            + " AS said FROM payment_contradiction WHERE application_id = a.id) c)) FROM"
            + " shipping_application a WHERE id = ?::uuid",
        moves.applicationId());
  }

  private static int expected(LifeModel model, String... words) {
    return switch (words[0]) {
      case "move" -> model.transition(words[1], words[2]);
      case "cancel" -> words[1].equals("stranger") ? 404 : model.transition("CANCELLED", "");
      case "pay" -> model.callback(words[1], words[2], words[3], words[4]);
      default -> model.resolve(words[1], words[2], words[3]);
    };
  }

  private Answer send(Moves moves, String suffix, String... words) {
    return switch (words[0]) {
      case "move" ->
          words[1].equals("FEE_CONFIRMED") ? moves.confirmFee(words[2], "AUD") : moves.to(words[1]);
      case "cancel" ->
          moves.cancel(
              switch (words[1]) {
                case "owner" -> moves.owner();
                case "staff" -> moves.staff();
                default -> Api.asApplicant();
              });
      case "pay" ->
          provider.send(
              PaymentProvider.event(
                      words[1] + suffix, moves.applicationId(), words[2], words[3], "AUD")
                  .replace("03:02:01Z", "03:02:0" + words[4] + "Z"));
      default -> resolve(moves.staff(), Payments.id(words[1] + suffix, words[2]), words[3]);
    };
  }

  private static Answer resolve(Api staff, String payment, String note) {
    var id = payment == null ? UUID.randomUUID().toString() : payment;
    return staff.send(
        staff
            .request("/v1/payments/" + id + "/resolution")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"note\":\"" + note + "\"}")));
  }

  private static int outcome(Answer answer) {
    return answer.header("Idempotent-Replayed") == null ? answer.status() : LifeModel.REPLAYED;
  }

  /** The way forward is likelier than the rest, or no life would get far. */
  private static Arbitrary<String> steps() {
    var forward =
        Combinators.combine(
                Arbitraries.of("WAREHOUSE_CHECKED", "FEE_CONFIRMED", "SHIPPED", "DELIVERED"),
                Arbitraries.of("12.50", "12.50", "12.50", "0.00"))
            .as((to, fee) -> "move " + to + " " + fee);
    var any =
        Combinators.combine(
                Arbitraries.of(
                    "ACCEPTED", "FEE_CONFIRMED", "PAID", "SHIPPED", "CANCELLED", "REFUNDED"),
                Arbitraries.of(FEES))
            .as((to, fee) -> "move " + to + " " + fee);
    var cancel = Arbitraries.of("owner", "staff", "stranger").map(who -> "cancel " + who);
    var pay =
        Combinators.combine(
                Arbitraries.of("a", "b"),
                Arbitraries.of("PAID", "PAID", "REFUNDED", "FAILED"),
                Arbitraries.of(AMOUNTS),
                Arbitraries.of("1", "1", "1", "2"))
            .as(
                (transaction, type, amount, second) ->
                    "pay " + transaction + " " + type + " " + amount + " " + second);
    var resolve =
        Combinators.combine(
                Arbitraries.of("a", "b"),
                Arbitraries.of("PAID", "REFUNDED"),
                Arbitraries.of("x", "y"))
            .as((transaction, type, note) -> "resolve " + transaction + " " + type + " " + note);
    return Arbitraries.frequencyOf(
        net.jqwik.api.Tuple.of(8, forward),
        net.jqwik.api.Tuple.of(2, any),
        net.jqwik.api.Tuple.of(1, cancel),
        net.jqwik.api.Tuple.of(7, pay),
        net.jqwik.api.Tuple.of(1, resolve));
  }
}
