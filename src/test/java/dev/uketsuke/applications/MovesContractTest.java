package dev.uketsuke.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The moves that staff and owners ask for, contract §3.4. */
@QuarkusTest
@RealParts
class MovesContractTest {

  @Test
  void staffMoveAnApplicationOn() {
    var moves = Moves.ofNewApplication();

    var checked = moves.to("WAREHOUSE_CHECKED").expect(200);
    var confirmed = moves.confirmFee("12.5", "AUD").expect(200);

    assertEquals("WAREHOUSE_CHECKED", checked.json().path("status").asText());
    assertNull(checked.header("Idempotent-Replayed"));
    assertEquals("FEE_CONFIRMED", confirmed.json().path("status").asText());
    assertEquals("12.50", confirmed.json().at("/fee/amount").asText());
    assertEquals("no-store", confirmed.header("Cache-Control"));
    assertEquals("ACCEPTED WAREHOUSE_CHECKED FEE_CONFIRMED", moves.history());
    assertEquals(
        "application.accepted application.warehouse-checked application.fee-confirmed",
        moves.outbox());
    assertEquals(
        List.of("applicant", "staff", "staff"),
        moves.get().json().path("history").findValuesAsText("by"));
  }

  @Test
  void saysHowToPayWhileThePaymentIsAwaited() {
    var moves = Moves.ofNewApplication();
    moves.to("WAREHOUSE_CHECKED").expect(200);
    assertTrue(moves.get().json().path("payment").isMissingNode());

    var confirmed = moves.confirmFee("12.5", "AUD").expect(200).json().path("payment");

    assertEquals("12.50", confirmed.path("amount").asText());
    assertEquals("AUD", confirmed.path("currency").asText());
    assertEquals(
        "https://pay.example/" + moves.applicationId() + "?amount=12.50&currency=AUD",
        confirmed.path("url").asText());
    assertEquals("Pay by card or by bank transfer.", confirmed.path("text").asText());
    assertEquals(List.of("ja"), toList(confirmed.path("translations").fieldNames()));
    assertEquals(confirmed, moves.get().json().path("payment"));
    assertEquals(
        confirmed, moves.owner().get(Api.APPLICATIONS).expect(200).json().at("/items/0/payment"));

    moves.cancel(moves.owner()).expect(200);
    assertTrue(moves.get().json().path("payment").isMissingNode());
  }

  @Test
  void staffReadWhoseAnApplicationIs() {
    var moves = Moves.ofNewApplication();
    var read = moves.staff().get(moves.path()).expect(200).json();
    assertTrue(
        read.path("accountId").asText().endsWith(moves.owner().caller().subject()), read::toString);
    assertEquals(
        read.path("accountId"), moves.to("WAREHOUSE_CHECKED").expect(200).json().path("accountId"));
    assertTrue(moves.get().json().path("accountId").isMissingNode());
    assertTrue(moves.cancel(moves.owner()).expect(200).json().path("accountId").isMissingNode());
  }

  private static List<String> toList(Iterator<String> names) {
    var list = new ArrayList<String>();
    names.forEachRemaining(list::add);
    return list;
  }

  @Test
  void eventsTellNothingPersonal() {
    var owner = Api.asApplicant();
    var id =
        owner
            .submit(
                Api.newKey(),
                "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":2,\"totalWeightGrams\":900,"
                    + "\"recipient\":{\"name\":\"Hong Gildong\"},\"clientReference\":\"R-1\"}")
            .expect(201)
            .applicationId();
    new Moves(owner, Api.as(Tokens.staff()), id).feeConfirmed();

    assertEquals(
        "{\"fee\": {\"amount\": \"12.50\", \"currency\": \"AUD\"}, \"origin\": \"AU\", \"status\":"
            + " \"FEE_CONFIRMED\", \"parcels\": 2, \"destination\": \"KR\", \"applicationId\": \""
            + id
            + "\"}",
        TestDatabase.value(
            "SELECT payload FROM outbox WHERE aggregateid = ? AND type ="
                + " 'application.fee-confirmed'",
            id));
  }

  @Test
  void whatHasHappenedIsRepeatedAndChangesNothing() {
    var moves = Moves.ofNewApplication().feeConfirmed();
    var before = moves.get().text();

    for (var status : List.of("ACCEPTED", "WAREHOUSE_CHECKED", "FEE_CONFIRMED")) {
      var again = moves.to(status).expect(200);
      assertEquals("true", again.header("Idempotent-Replayed"));
      assertEquals("FEE_CONFIRMED", again.json().path("status").asText());
    }

    assertEquals(before, moves.get().text());
    assertEquals(3, moves.outbox().split(" ").length);
  }

  @Test
  void illegalMovesNameWhatIsAllowed() {
    var moves = Moves.ofNewApplication();

    var refused = moves.to("DELIVERED").expectProblem(409, "illegal-transition");

    assertEquals("ACCEPTED", refused.json().path("currentStatus").asText());
    assertEquals(List.of("WAREHOUSE_CHECKED", "CANCELLED"), allowed(refused));
    assertEquals("ACCEPTED", moves.history());
  }

  @Test
  void finalStatusesAllowNothing() {
    var moves = Moves.ofNewApplication();
    moves.to("CANCELLED").expect(200);

    var refused = moves.to("WAREHOUSE_CHECKED").expectProblem(409, "illegal-transition");

    assertEquals("CANCELLED", refused.json().path("currentStatus").asText());
    assertTrue(refused.json().path("allowed").isArray());
    assertEquals(List.of(), allowed(refused));
  }

  @Test
  void paymentsAreNotMadeByHand() {
    var moves = Moves.ofNewApplication().feeConfirmed();

    for (var status : List.of("PAID", "REFUNDED")) {
      var refused = moves.to(status).expectProblem(409, "illegal-transition");
      assertEquals("FEE_CONFIRMED", refused.json().path("currentStatus").asText());
    }
    assertEquals("FEE_CONFIRMED", moves.status());
  }

  @Test
  void anotherFeeIsRefusedAndTheFirstStands() {
    var moves = Moves.ofNewApplication().feeConfirmed();

    moves.confirmFee("12.5", "AUD").expect(200);
    moves.confirmFee("12.51", "AUD").expectProblem(409, "illegal-transition");
    moves.confirmFee("12.50", "USD").expectProblem(409, "illegal-transition");

    assertEquals("12.50", moves.get().json().at("/fee/amount").asText());
    assertEquals("AUD", moves.get().json().at("/fee/currency").asText());
  }

  @Test
  void badRequestsMoveNothing() {
    var moves = Moves.ofNewApplication();
    moves.to("WAREHOUSE_CHECKED").expect(200);

    for (var body :
        List.of(
            "{}",
            "{\"to\":null}",
            "{\"to\":\"\"}",
            "{\"to\":\"paid\"}",
            "{\"to\":1}",
            "{\"to\":\"FEE_CONFIRMED\"}",
            "{\"to\":\"FEE_CONFIRMED\",\"fee\":12.5}",
            "{\"to\":\"FEE_CONFIRMED\",\"fee\":{\"amount\":12.5,\"currency\":\"AUD\"}}",
            "{\"to\":\"FEE_CONFIRMED\",\"fee\":{\"amount\":\"12.505\",\"currency\":\"AUD\"}}",
            "{\"to\":\"FEE_CONFIRMED\",\"fee\":{\"amount\":\"1.5\",\"currency\":\"JPY\"}}",
            "{\"to\":\"FEE_CONFIRMED\",\"fee\":{\"amount\":\"-1\",\"currency\":\"AUD\"}}",
            "{\"to\":\"FEE_CONFIRMED\",\"fee\":{\"amount\":\"1\",\"currency\":\"XXX\"}}",
            "{\"to\":\"CANCELLED\",\"fee\":{\"amount\":\"1\",\"currency\":\"AUD\"}}",
            "{\"to\":\"CANCELLED\",\"by\":\"staff\"}",
            "{\"to\":\"CANCELLED\",\"to\":\"CANCELLED\"}",
            "[]",
            "")) {
      moves.transition(body).expectProblem(400);
    }
    moves
        .staff()
        .send(
            moves
                .staff()
                .request(moves.path() + "/transitions")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{\"to\":\"CANCELLED\"}")))
        .expectProblem(415, "unsupported-media-type");
    assertEquals("ACCEPTED WAREHOUSE_CHECKED", moves.history());
  }

  @Test
  void transitionsAreForStaff() {
    var moves = Moves.ofNewApplication();
    var body = "{\"to\":\"CANCELLED\"}";

    moves.transition(moves.owner(), body).expectProblem(403, "forbidden");
    moves.transition(Api.as(Tokens.service()), body).expectProblem(403, "forbidden");
    moves
        .owner()
        .send(
            moves
                .owner()
                .withoutToken(moves.path() + "/transitions")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)))
        .expectProblem(401, "authentication-required");
    assertEquals("ACCEPTED", moves.history());
  }

  @Test
  void ownersCancelBeforeTheyPay() {
    var moves = Moves.ofNewApplication().feeConfirmed();

    var cancelled = moves.cancel(moves.owner()).expect(200);
    var again = moves.cancel(moves.owner()).expect(200);

    assertEquals("CANCELLED", cancelled.json().path("status").asText());
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertEquals(cancelled.text(), again.text());
    assertEquals("applicant", lastBy(moves));
  }

  @Test
  void staffCancelToo() {
    var moves = Moves.ofNewApplication();

    moves.cancel(moves.staff()).expect(200);

    assertEquals("staff", lastBy(moves));
  }

  @Test
  void whatIsAnothersLooksLikeWhatIsNot() {
    var moves = Moves.ofNewApplication();
    var stranger = Api.asApplicant();
    var shapes = new ArrayList<String>();
    for (var id : List.of(moves.applicationId(), UUID.randomUUID().toString(), "1-1-1-1-1", "x")) {
      var other = new Moves(stranger, stranger, id);
      shapes.add(other.cancel(stranger).expectProblem(404, "not-found").textWithoutRequest());
    }

    assertEquals(1, shapes.stream().distinct().count());
    assertEquals("ACCEPTED", moves.status());
    new Moves(stranger, moves.staff(), UUID.randomUUID().toString())
        .to("WAREHOUSE_CHECKED")
        .expectProblem(404, "not-found");
  }

  @Test
  void cancellationSaysAllByItsAddress() {
    for (var body : List.of("", "{}", " {} ")) {
      var moves = Moves.ofNewApplication();
      cancelWith(moves, "application/json", body).expect(200);
    }
    var moves = Moves.ofNewApplication();
    cancelWith(moves, "application/json", "{\"reason\":\"x\"}")
        .expectProblem(400, "invalid-request");
    cancelWith(moves, "application/json", "[]").expectProblem(400, "malformed-json");
    cancelWith(moves, "text/plain", "please").expectProblem(415, "unsupported-media-type");
    assertFalse(moves.history().contains("CANCELLED"));
  }

  private static Answer cancelWith(Moves moves, String type, String body) {
    return moves
        .owner()
        .send(
            moves
                .owner()
                .request(moves.path() + "/cancellation")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body)));
  }

  private static List<String> allowed(Answer refused) {
    var names = new ArrayList<String>();
    refused.json().path("allowed").forEach(name -> names.add(name.asText()));
    return names;
  }

  private static String lastBy(Moves moves) {
    return TestDatabase.value(
        "SELECT by FROM application_history WHERE application_id = ?::uuid ORDER BY step DESC LIMIT 1",
        moves.applicationId());
  }
}
