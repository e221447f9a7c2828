package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller can find out about submissions and applications, and what not. */
@QuarkusTest
@RealParts
class InquiryContractTest {

  @Test
  void recordedSubmissionShowsItsReceipt() {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, SMALLEST).expect(201);

    var answer = api.inquire(key).expect(200);

    assertEquals("RECORDED", state(answer.json()));
    assertEquals(created.json(), answer.json().path("receipt"));
    assertEquals("ACCEPTED", answer.json().path("currentStatus").asText());
    assertFalse(answer.json().path("advice").asText().isBlank());
    assertEquals("no-store", answer.header("Cache-Control"));
  }

  /** Inquiries about one key share their answers, but never with another account (P7). */
  @Test
  void sharedAnswersStayWithTheirAccount() throws Exception {
    var recorded = newKey();
    var held = newKey();
    var one = Api.asApplicant();
    var other = Api.asApplicant();
    one.submit(recorded, SMALLEST).expect(201);
    var receipt = one.submit(recorded, SMALLEST).expect(200).json();

    try (var rival = Tricks.openRival(receipt.path("applicationId").asText(), held)) {
      Concurrently.run(
          80,
          i -> {
            var mine = i % 2 == 0;
            var answer = (mine ? one : other).inquire(i % 4 < 2 ? recorded : held).expect(200);
            if (!mine) {
              assertEquals("NOT_RECORDED", state(answer.json()), answer::toString);
              assertFalse(answer.json().hasNonNull("receipt"), answer::toString);
            } else if (i % 4 < 2) {
              assertEquals(receipt, answer.json().path("receipt"));
            } else {
              assertEquals("IN_PROGRESS", state(answer.json()), answer::toString);
            }
            return answer;
          });
      rival.rollback();
    }
  }

  @Test
  void unknownKeyIsNotRecordedAndAskingCreatesNothing() {
    var api = Api.asApplicant();
    var key = newKey();

    var answer = api.inquire(key).expect(200).json();

    assertEquals("NOT_RECORDED", state(answer));
    assertFalse(answer.path("advice").asText().isBlank());
    assertFalse(answer.hasNonNull("receipt"));
    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  @Test
  void expiredKeyIsSaidToBe() {
    var api = Api.asApplicant();
    var key = newKey();
    api.submit(key, SMALLEST).expect(201);
    SubmitContractTest.expire(key);

    assertEquals("EXPIRED", state(api.inquire(key).expect(200).json()));
  }

  @Test
  void anothersKeyLooksLikeAnUnknownOne() {
    var key = newKey();
    Api.asApplicant().submit(key, SMALLEST).expect(201);
    var stranger = Api.asApplicant();

    assertEquals(
        stranger.inquire(newKey()).expect(200).text(), stranger.inquire(key).expect(200).text());
  }

  @Test
  void answerIsConclusiveWhileARivalIsOpen() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    try (var rival = Tricks.openRival(template, key)) {
      assertEquals("IN_PROGRESS", state(api.inquire(key).expect(200).json()));
      rival.rollback();
      assertEquals("NOT_RECORDED", state(api.inquire(key).expect(200).json()));
    }
    try (var rival = Tricks.openRival(template, key)) {
      assertEquals("IN_PROGRESS", state(api.inquire(key).expect(200).json()));
      rival.commit();
      var answer = api.inquire(key).expect(200).json();
      assertEquals("RECORDED", state(answer));
      assertEquals(rival.applicationId(), answer.path("receipt").path("applicationId").asText());
    }
  }

  @Test
  void answerIsGivenWhileNothingCanBeWritten() throws Exception {
    var api = Api.asApplicant();
    var recorded = newKey();
    api.submit(recorded, SMALLEST).expect(201);

    Tricks.failingWrite("shipping_application")
        .during(
            () -> {
              assertEquals("RECORDED", state(api.inquire(recorded).expect(200).json()));
              assertEquals("NOT_RECORDED", state(api.inquire(newKey()).expect(200).json()));
            });
  }

  @Test
  void answerIsConclusiveAlsoWhereTheIndexCannotBeAsked() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    Tricks.failingWriteOfOurs("shipping_application")
        .during(
            () -> {
              try (var rival = Tricks.openRival(template, key)) {
                assertEquals("IN_PROGRESS", state(api.inquire(key).expect(200).json()));
                rival.rollback();
                assertEquals("NOT_RECORDED", state(api.inquire(key).expect(200).json()));
              }
              try (var rival = Tricks.openRival(template, key)) {
                assertEquals("IN_PROGRESS", state(api.inquire(key).expect(200).json()));
                rival.commit();
                assertEquals("RECORDED", state(api.inquire(key).expect(200).json()));
              }
            });
  }

  @Test
  void lockOnTheTableIsNotTakenForASubmission() throws Exception {
    var api = Api.asApplicant();
    api.submit(newKey(), SMALLEST).expect(201);

    try (var builder = TestDatabase.connect();
        var statement = builder.createStatement()) {
      builder.setAutoCommit(false);
      statement.execute("LOCK TABLE shipping_application IN SHARE MODE");
      assertEquals("NOT_RECORDED", state(api.inquire(newKey()).expect(200).json()));
      builder.rollback();
    }
  }

  @Test
  void slowWriteDoesNotStandInTheWayOfAnAnswer() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    Tricks.slowKey(key, Duration.ofSeconds(30))
        .during(() -> assertEquals("NOT_RECORDED", state(api.inquire(key).expect(200).json())));
  }

  @Test
  void keyMayBeQuotedHereToo() {
    var api = Api.asApplicant();
    var key = newKey();
    api.submit(key, SMALLEST).expect(201);

    assertEquals("RECORDED", state(api.inquire("\"" + key + "\"").expect(200).json()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/submissions",
        "/v1/submissions?idempotencyKey=",
        "/v1/submissions?idempotencyKey=%20",
        "/v1/submissions?idempotencyKey=%00",
        "/v1/submissions?idempotencyKey=%C3%A9",
        "/v1/submissions?idempotencyKey=%22open",
        "/v1/applications?limit=0",
        "/v1/applications?limit=101",
        "/v1/applications?limit=-1",
        "/v1/applications?limit=ten",
        "/v1/applications?limit=99999999999",
        "/v1/applications?cursor=nonsense",
        "/v1/applications?cursor=%00",
        "/v1/applications?cursor=AAAA",
        "/v1/applications?status=NOPE",
        "/v1/applications?status=accepted"
      })
  void badParametersAreRefused(String path) {
    Api.asApplicant().get(path).expectProblem(400);
  }

  @Test
  void applicationShowsItsStateAndHistory() {
    var api = Api.asApplicant();
    var body =
        "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":2,\"totalWeightGrams\":1200,"
            + "\"declaredValue\":{\"amount\":\"12.5\",\"currency\":\"AUD\"},"
            + "\"recipient\":{\"name\":\" Kim \",\"addressLines\":[\"b\",\"a\"]},\"clientReference\":\"r-1\"}";
    var created = api.submit(newKey(), body).expect(201);

    var shown = api.get(created.header("Location")).expect(200).json();

    assertEquals(created.applicationId(), shown.path("applicationId").asText());
    assertEquals("ACCEPTED", shown.path("status").asText());
    assertEquals("AU", shown.path("origin").asText());
    assertEquals("KR", shown.path("destination").asText());
    assertEquals(2, shown.path("parcels").asInt());
    assertEquals(1200, shown.path("totalWeightGrams").asInt());
    assertEquals("12.50", shown.path("declaredValue").path("amount").asText());
    assertEquals("Kim", shown.path("recipient").path("name").asText());
    assertEquals("[\"b\",\"a\"]", shown.path("recipient").path("addressLines").toString());
    assertEquals("r-1", shown.path("clientReference").asText());
    assertEquals(created.json().path("acceptedAt"), shown.path("acceptedAt"));
    assertEquals(created.json().path("acceptedAt"), shown.path("updatedAt"));
    assertEquals(1, shown.path("history").size());
    var first = shown.path("history").get(0);
    assertEquals("MOVE", first.path("kind").asText());
    assertEquals("ACCEPTED", first.path("status").asText());
    assertEquals("applicant", first.path("by").asText());
    assertEquals(created.json().path("acceptedAt"), first.path("at"));
  }

  @Test
  void anothersApplicationLooksLikeAnUnknownOne() {
    var id = Api.asApplicant().submit(newKey(), SMALLEST).expect(201).applicationId();
    var unknown = UUID.randomUUID().toString();
    var stranger = Api.asApplicant();

    var others = stranger.get("/v1/applications/" + id).expectProblem(404);
    var none = stranger.get("/v1/applications/" + unknown).expectProblem(404);

    assertEquals(
        none.textWithoutRequest().replace(unknown, "ID"),
        others.textWithoutRequest().replace(id, "ID"));
    Api.as(Tokens.staff()).get("/v1/applications/" + id).expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "1-1-1-1-1", "%00", "'; DROP TABLE outbox"})
  void idThatIsNoneIsNotFound(String id) {
    Api.asApplicant().get("/v1/applications/" + id.replace(" ", "%20")).expectProblem(404);
  }

  @Test
  void listGoesThroughAllPagesNewestFirst() {
    var api = Api.asApplicant();
    var ids = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      ids.add(api.submit(newKey(), SMALLEST).expect(201).applicationId());
    }
    Collections.reverse(ids);

    var seen = new ArrayList<String>();
    var sizes = new ArrayList<Integer>();
    String next = "";
    while (next != null) {
      var page = api.get("/v1/applications?limit=2" + next).expect(200).json();
      sizes.add(page.path("items").size());
      page.path("items").forEach(item -> seen.add(item.path("applicationId").asText()));
      assertTrue(page.has("nextCursor"));
      next =
          page.path("nextCursor").isNull() ? null : "&cursor=" + page.path("nextCursor").asText();
      if (sizes.size() == 1) { // what comes in between two pages must not move the rest
        api.submit(newKey(), SMALLEST).expect(201);
      }
    }

    assertEquals(ids, seen);
    assertEquals(List.of(2, 2, 1), sizes);
    assertEquals(
        5 + 1, api.get("/v1/applications?limit=100").expect(200).json().path("items").size());
  }

  @Test
  void lastFullPageHasNoNext() {
    var api = Api.asApplicant();
    api.submit(newKey(), SMALLEST).expect(201);

    assertTrue(api.get("/v1/applications?limit=1").expect(200).json().path("nextCursor").isNull());
  }

  @Test
  void listHas20ItemsUnlessTold() {
    var api = Api.asApplicant();
    for (int i = 0; i < 21; i++) {
      api.submit(newKey(), SMALLEST).expect(201);
    }

    assertEquals(20, api.get("/v1/applications").expect(200).json().path("items").size());
  }

  @Test
  void listFiltersByStatus() {
    var api = Api.asApplicant();
    var id = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    api.submit(newKey(), SMALLEST).expect(201);
    TestDatabase.update(
        "UPDATE shipping_application SET status = 'CANCELLED' WHERE id = ?::uuid", id);

    var items = api.get("/v1/applications?status=CANCELLED").expect(200).json().path("items");

    assertEquals(1, items.size());
    assertEquals(id, items.get(0).path("applicationId").asText());
    assertEquals(
        0, api.get("/v1/applications?status=PAID").expect(200).json().path("items").size());
  }

  @Test
  void onlyStaffSeeOthersApplicationsAndWhoseTheyAre() {
    var api = Api.asApplicant();
    var id = api.submit(newKey(), SMALLEST).expect(201).applicationId();

    assertFalse(
        api.get("/v1/applications").expect(200).json().path("items").get(0).has("accountId"));
    assertEquals(
        0, Api.asApplicant().get("/v1/applications").expect(200).json().path("items").size());
    JsonNode found = null;
    for (var item :
        Api.as(Tokens.staff()).get("/v1/applications?limit=100").expect(200).json().path("items")) {
      if (id.equals(item.path("applicationId").asText())) {
        found = item;
      }
    }
    assertTrue(found != null && found.path("accountId").asText().contains(api.caller().subject()));
  }

  private static String state(JsonNode answer) {
    return answer.path("state").asText();
  }
}
