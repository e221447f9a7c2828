package dev.uketsuke.applications;

import static dev.uketsuke.support.Api.newKey;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.submissions.SubmitContractTest;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Archive;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Warehouse;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An archived application answers every request with the bytes it answered with before; only lists
 * tell it from the others.
 */
@QuarkusTest
@RealParts
class ArchiveContractTest {

  private static final String CONTENT =
      "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":3,\"totalWeightGrams\":900,"
          + "\"declaredValue\":{\"amount\":\"7.50\",\"currency\":\"AUD\"},"
          + "\"clientReference\":\"%s\",\"recipient\":{\"name\":\"Kim\",\"addressLines\":[\"1 Main St\"]}}";

  private final PaymentProvider provider = PaymentProvider.toService();

  /** Where the application under test listens is not known before a test runs. */
  private static Api staff() {
    return Api.as(Tokens.staff());
  }

  /** What a test knows of one application. */
  private record Life(
      Moves moves,
      String key,
      String content,
      String reference,
      String waybill,
      List<String> told) {

    String id() {
      return moves.applicationId();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ACCEPTED CANCELLED, false",
    "ACCEPTED CANCELLED, true",
    "WAREHOUSE_CHECKED CANCELLED, false",
    "FEE_CONFIRMED CANCELLED, true",
    "PAID REFUNDED, false",
    "PAID REFUNDED, true",
    "SHIPPED DELIVERED, false",
    "SHIPPED DELIVERED, true",
  })
  void everyRequestIsAnsweredAsBefore(String path, boolean expired) {
    var life = live(path.split(" ")[0], path.split(" ")[1]);
    if (expired) {
      SubmitContractTest.expire(life.key());
    }
    Archive.dateBack(life.id());
    var before = answers(life);

    Archive.expectArchived(life.id());
    assertEquals(describe(before), describe(answers(life)));
    assertTrue(Archive.isArchived(life.id()), "a repetition has brought it back");
    assertEquals(
        null,
        TestDatabase.value(
            "SELECT concat(recipient_name, client_reference, waybill_number, fee_amount,"
                + " declared_amount, total_weight_grams) FROM shipping_application"
                + " WHERE id = ?::uuid AND concat(recipient_name, client_reference, waybill_number,"
                + " fee_amount, declared_amount, total_weight_grams) <> ''",
            life.id()));
  }

  @Test
  void listsShowTheArchiveOnlyWhenAskedForIt() {
    var life = live("SHIPPED", "DELIVERED");
    var owner = life.moves().owner();
    Archive.dateBack(life.id());
    var item = only(owner.get("/v1/applications"));
    assertEquals(0, items(owner.get("/v1/applications?archived=true")).size());

    Archive.expectArchived(life.id());

    for (var filter :
        List.of(
            "status=DELIVERED",
            "clientReference=" + life.reference(),
            "clientReference=" + life.reference().substring(0, 12) + "*",
            "waybillNumber=" + life.waybill(),
            "origin=AU&destination=KR&sort=oldest",
            "acceptedFrom=2020-01-01T00:00:00Z")) {
      assertEquals(0, items(owner.get("/v1/applications?" + filter)).size(), filter);
      assertEquals(item, only(owner.get("/v1/applications?archived=true&" + filter)), filter);
      var csv =
          owner.send(
              owner
                  .request("/v1/applications?archived=true&" + filter.replace("&sort=oldest", ""))
                  .header("Accept", "text/csv")
                  .GET());
      assertTrue(csv.expect(200).text().contains(life.id()), csv::toString);
    }
    assertEquals(0, delivered(owner, "false"));
    assertEquals(1, delivered(owner, "true"));
    assertEquals(
        0, items(Api.asApplicant().get("/v1/applications?archived=true")).size(), "a stranger's");
    assertEquals(
        life.id(),
        only(staff().get("/v1/applications?archived=true&waybillNumber=" + life.waybill()))
            .path("applicationId")
            .asText());
    owner.get("/v1/applications?archived=true&sort=updated").expectProblem(400, "invalid-request");
    owner.get("/v1/applications?archived=yes").expectProblem(400, "invalid-request");
  }

  @Test
  void whatComesLateIsKeptAndWritesOnTheApplicationAgain() {
    var life = live("SHIPPED", "DELIVERED");
    Archive.dateBack(life.id());
    var before = life.moves().get().json();
    Archive.expectArchived(life.id());

    // A second payment is for a person, and changes nothing.
    var late = newTransaction();
    provider.send(PaymentProvider.event(late, life.id(), "PAID")).expect(204);
    assertEquals("UNMATCHED ALREADY_PAID", Payments.state(late, "PAID"));
    assertTrue(Archive.isArchived(life.id()));

    // Another waybill number is noted in the history, which is whole.
    Warehouse.structured(
            Warehouse.event(
                "shipped", Warehouse.newId(), Warehouse.withWaybill(life.moves(), "WB-other")))
        .expect(204);
    assertFalse(Archive.isArchived(life.id()));
    var noted = life.moves().get().json();
    assertEquals(before.path("waybillNumber"), noted.path("waybillNumber"));
    assertEquals(before.path("recipient"), noted.path("recipient"));
    var history = new ArrayList<JsonNode>();
    noted.path("history").forEach(history::add);
    var note = history.remove(history.size() - 1);
    assertEquals("NOTE", note.path("kind").asText());
    var old = new ArrayList<JsonNode>();
    before.path("history").forEach(old::add);
    assertEquals(old, history);

    Archive.dateBack(life.id());
    var again = life.moves().get();
    Archive.expectArchived(life.id());
    assertEquals(again.text(), life.moves().get().text());
  }

  @Test
  void numberOfAnArchivedApplicationIsStillItsOwn() {
    var life = live("SHIPPED", "DELIVERED");
    Archive.dateBack(life.id());
    Archive.expectArchived(life.id());

    var other = live("SHIPPED", "SHIPPED", life.waybill());

    assertTrue(
        staff()
            .get("/v1/reconciliation")
            .expect(200)
            .json()
            .path("sharedWaybills")
            .toString()
            .contains(other.id()),
        "not noticed: " + life.waybill());
  }

  @Test
  void whatIsOutOfStepStaysWherePeopleLookForIt() {
    var life = live("SHIPPED", "DELIVERED", null);
    Archive.dateBack(life.id());
    Archive.run();
    assertFalse(Archive.isArchived(life.id()));
  }

  @Test
  void manyRunsAtOnceMoveEachOnceWhileItIsBeingResentAndNoted() throws Exception {
    var lives = new ArrayList<Life>();
    for (int i = 0; i < 12; i++) {
      lives.add(live("ACCEPTED", "CANCELLED"));
    }
    lives.forEach(life -> Archive.dateBack(life.id()));
    Concurrently.run(
        6,
        i -> {
          for (var life : lives) {
            if (i < 3) {
              Archive.run();
            } else if (i == 3) {
              // A waybill number of a cancelled application is noted, or sets it.
              Warehouse.structured(
                  Warehouse.event("shipped", Warehouse.newId(), Warehouse.data(life.moves())));
            } else {
              assertEquals(
                  life.told().get(0),
                  life.moves().owner().submit(life.key(), life.content()).expect(200).text());
              assertEquals("CANCELLED", life.moves().get().json().path("status").asText());
            }
          }
          return null;
        });
    Archive.run();
    for (var life : lives) {
      assertTrue(Archive.isArchived(life.id()));
      assertEquals(2, life.moves().get().json().path("history").size());
    }
  }

  /** All requests that can be made about an application by a name. */
  private Map<String, Answer> answers(Life life) {
    var owner = life.moves().owner();
    var path = life.moves().path();
    var answers = new LinkedHashMap<String, Answer>();
    answers.put("resend", owner.submit(life.key(), life.content()));
    answers.put("other content", owner.submit(life.key(), Api.SMALLEST));
    answers.put("same key of a stranger", Api.asApplicant().inquire(life.key()));
    answers.put("inquiry", owner.inquire(life.key()));
    answers.put("read", owner.get(path));
    answers.put("read by staff", staff().get(path));
    answers.put("read by a stranger", Api.asApplicant().get(path));
    var etag = answers.get("read").header("ETag");
    answers.put("unchanged", owner.send(owner.request(path).header("If-None-Match", etag).GET()));
    for (var to : ApplicationStatus.values()) {
      answers.put("staff to " + to, life.moves().to(to.name()));
    }
    answers.put("other fee", life.moves().confirmFee("99.00", "AUD"));
    answers.put("cancel", life.moves().cancel(owner));
    answers.put("cancel by a stranger", life.moves().cancel(Api.asApplicant()));
    for (var told : life.told().subList(1, life.told().size())) {
      answers.put(
          "again " + told,
          told.contains("specversion") ? Warehouse.structured(told) : provider.send(told));
    }
    return answers;
  }

  private static String describe(Map<String, Answer> answers) {
    var text = new StringBuilder();
    answers.forEach(
        (name, answer) -> {
          var headers = new java.util.TreeMap<>(answer.headers());
          headers.remove("date");
          headers.remove("request-id");
          text.append(name)
              .append(": ")
              .append(answer.status())
              .append(' ')
              .append(headers)
              .append(' ')
              .append(answer.text().replaceAll("\"(traceId|instance|requestId)\":\"[^\"]*\"", ""))
              .append('\n');
        });
    return text.toString();
  }

  private Life live(String from, String to) {
    return live(from, to, "WB-" + UUID.randomUUID());
  }

  /** Hands an application in, takes it to a status, and then to the final one. */
  private Life live(String from, String to, String waybill) {
    var owner = Api.asApplicant();
    var key = newKey();
    var reference = "ref-" + UUID.randomUUID();
    var content = CONTENT.formatted(reference);
    var told = new ArrayList<String>();
    var created = owner.submit(key, content).expect(201);
    told.add(created.text());
    var moves = new Moves(owner, staff(), created.applicationId());
    var life = new Life(moves, key, content, reference, waybill, told);
    var at = ApplicationStatus.valueOf(from).ordinal();
    if (at >= ApplicationStatus.WAREHOUSE_CHECKED.ordinal()) {
      tell(life, "checked", Warehouse.data(moves));
    }
    if (at >= ApplicationStatus.FEE_CONFIRMED.ordinal()) {
      moves.to("FEE_CONFIRMED").expect(200);
    }
    var transaction = newTransaction();
    if (at >= ApplicationStatus.PAID.ordinal()) {
      pay(life, transaction, "PAID");
    }
    if (at >= ApplicationStatus.SHIPPED.ordinal()) {
      tell(
          life,
          "shipped",
          waybill == null ? Warehouse.data(moves) : Warehouse.withWaybill(moves, waybill));
    }
    switch (to) {
      case "CANCELLED" -> moves.cancel(owner).expect(200);
      case "REFUNDED" -> pay(life, transaction, "REFUNDED");
      case "DELIVERED" -> tell(life, "delivered", Warehouse.data(moves));
      default -> assertEquals(from, to);
    }
    assertEquals(to, moves.status());
    return life;
  }

  private static void tell(Life life, String what, String data) {
    var event = Warehouse.event(what, Warehouse.newId(), data);
    Warehouse.structured(event).expect(204);
    life.told().add(event);
  }

  private void pay(Life life, String transaction, String type) {
    var event = PaymentProvider.event(transaction, life.id(), type);
    provider.send(event).expect(204);
    life.told().add(event);
  }

  private static JsonNode items(Answer list) {
    return list.expect(200).json().path("items");
  }

  private static JsonNode only(Answer list) {
    assertEquals(1, items(list).size(), list::toString);
    return items(list).get(0);
  }

  private static int delivered(Api caller, String archived) {
    return caller
        .get("/v1/applications/count?status=DELIVERED&archived=" + archived)
        .expect(200)
        .json()
        .findValue("count")
        .asInt();
  }
}
