package dev.uketsuke.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What staff see of messages out, and how they send parked ones again. */
@QuarkusTest
@RealParts
class OutboxContractTest {

  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void filtersAreCombined() {
    var owner = Api.asApplicant();
    var staff = Api.as(Tokens.staff());
    var id = owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId();
    new Moves(owner, staff, id).to("WAREHOUSE_CHECKED").expect(200);
    var other = owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId();

    var of = "/v1/outbox?applicationId=" + id;
    assertEquals(
        List.of("application.warehouse-checked", "application.accepted"), types(staff, of));
    assertEquals(
        List.of("application.accepted"),
        types(staff, of + "&type=application.accepted&state=PENDING&destination=application"));
    assertEquals(List.of(), types(staff, of + "&destination=waybill"));
    assertEquals(List.of(), types(staff, of + "&state=PARKED"));

    TestDatabase.update(
        "UPDATE outbox SET created_at = '2001-02-03T04:05:06Z',"
            // The id is of the same time.
            + " id = ('00e47279-7550-7000-8000-' || right(id::text, 12))::uuid WHERE aggregateid = ?",
        other);
    var old = "/v1/outbox?applicationId=" + other;
    assertEquals(1, types(staff, old + "&createdBefore=2001-02-03T04:05:07Z").size());
    assertEquals(1, types(staff, old + "&createdFrom=2001-02-03T04:05:06Z").size());
    assertEquals(0, types(staff, old + "&createdBefore=2001-02-03T04:05:06Z").size());
    assertEquals(0, types(staff, old + "&createdFrom=2001-02-03T05:05:07%2B01:00").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state=SOLD",
        "destination=nowhere",
        "applicationId=1",
        "createdFrom=yesterday",
        "createdBefore=2001-02-03",
        "parkedFrom=1",
        "parkedBefore=2001-02-03T04:05:06",
        "misspelt=1",
        "state=PARKED&state=PARKED"
      })
  void whatCannotBeReadIsRefused(String query) {
    var staff = Api.as(Tokens.staff());
    staff.get("/v1/outbox?" + query).expectProblem(400, "invalid-request");
    staff.post("/v1/outbox/resend?" + query).expectProblem(400, "invalid-request");
  }

  @Test
  void parkedMessagesAreSentAgainByFilter() {
    var account = Messages.paidApplications(3);
    TestDatabase.update(
        "UPDATE outbox SET parked_at = '2002-02-03T04:05:06Z', attempts = 20, last_error = 'x'"
            + " WHERE account_id = ?",
        account);
    var staff = Api.as(Tokens.staff());
    var one =
        TestDatabase.value("SELECT aggregateid FROM outbox WHERE account_id = ? LIMIT 1", account);

    var window =
        "destination=waybill&parkedFrom=2002-02-03T04:05:06Z&parkedBefore=2002-02-04T00:00:00Z";
    assertResent(1, staff, "state=PARKED&applicationId=" + one + "&" + window);
    assertResent(0, staff, "applicationId=" + one + "&" + window);
    assertResent(0, staff, "type=application.paid&" + window);
    assertResent(2, staff, window);

    assertEquals(
        "3 0",
        TestDatabase.value(
            "SELECT concat_ws(' ', count(*), max(attempts)) FROM outbox WHERE account_id = ?"
                + " AND parked_at IS NULL AND head AND next_attempt_at <= now()",
            account));
    staff.post("/v1/outbox/resend?state=SENT").expectProblem(400, "invalid-request");
    Api.asApplicant().post("/v1/outbox/resend").expectProblem(403, "forbidden");
    Api.as(Tokens.service()).post("/v1/outbox/resend").expectProblem(403, "forbidden");
  }

  @Test
  void parkedMessagesAreSettledWithANote() {
    var account = Messages.paidApplications(3);
    TestDatabase.update(
        "UPDATE outbox SET parked_at = '2003-02-03T04:05:06Z' WHERE account_id = ?", account);
    var staff = Api.as(Tokens.staff());
    var id = TestDatabase.value("SELECT id FROM outbox WHERE account_id = ? LIMIT 1", account);
    var one = "/v1/outbox/" + id + "/resolution";

    var settled = settle(staff, one, "Booked by phone.").expect(200).json();
    assertEquals("DROPPED", settled.path("state").asText());
    assertEquals("Booked by phone.", settled.path("lastError").asText());
    assertEquals(
        "true", settle(staff, one, "Booked by phone.").expect(200).header("Idempotent-Replayed"));
    settle(staff, one, "Another note.").expectProblem(409, "message-conflict");
    settle(staff, "/v1/outbox/0197c2f0-6c1c-7d1e-9b7e-2f6f3f0a1c55/resolution", "x")
        .expectProblem(404, "not-found");
    settle(Api.asApplicant(), one, "x").expectProblem(403, "forbidden");

    settle(staff, "/v1/outbox/resolution", "x").expectProblem(400, "invalid-request");
    var window = "parkedFrom=2003-02-03T04:05:06Z&parkedBefore=2003-02-04T00:00:00Z";
    var all = settle(staff, "/v1/outbox/resolution?" + window, "All of them.").expect(200).json();
    assertEquals(2, all.path("settled").asInt(), all::toString);
    assertFalse(all.path("more").asBoolean());
    assertResent(0, staff, window);
  }

  private static dev.uketsuke.support.Answer settle(Api caller, String path, String note) {
    return caller.send(
        caller
            .request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"note\":\"" + note + "\"}")));
  }

  @Test
  void jobSendsAllParkedMessagesAgain() {
    var account = Messages.paidApplications(2);
    TestDatabase.update("UPDATE outbox SET parked_at = now() WHERE account_id = ?", account);

    var report = Api.as(Tokens.service()).post("/v1/jobs/resend").expect(200).json();

    assertTrue(report.at("/counts/resent").asInt() >= 2, report::toString);
    assertTrue(report.path("finished").asBoolean());
    assertEquals(
        "2",
        TestDatabase.value(
            "SELECT count(*) FROM outbox WHERE account_id = ? AND parked_at IS NULL", account));
  }

  @Test
  void traceOfTheRequestGoesWithItsMessages() {
    var owner = Api.asApplicant();
    var staff = Api.as(Tokens.staff());
    var accepted =
        owner
            .send(
                owner
                    .request("/v1/applications")
                    .header("Idempotency-Key", Api.newKey())
                    .header("Content-Type", "application/json")
                    .header("traceparent", TRACE)
                    .POST(BodyPublishers.ofString(Api.SMALLEST)))
            .expect(201);
    var id = accepted.applicationId();
    new Moves(owner, staff, id).to("WAREHOUSE_CHECKED").expect(200);

    assertEquals(TRACE, trace(id, "application.accepted"));
    assertEquals(null, trace(id, "application.warehouse-checked"));
  }

  @Test
  void healthDetailsTellOfDestinations() {
    var health = Api.asApplicant().get("/q/health/well").expect(200);
    assertTrue(health.text().contains("messages-out"), health::toString);
    assertFalse(Api.asApplicant().get("/q/health/ready").text().contains("messages-out"));
  }

  @Test
  void destinationThatNobodyCanTellOfIsNotCalledAvailable() {
    TestDatabase.execute("ALTER TABLE relay_destination RENAME TO relay_destination_away");
    try {
      var health = Api.asApplicant().get("/q/health/well").expect(200).text();
      assertTrue(health.contains("unknown, because the database cannot be asked"), health);
    } finally {
      TestDatabase.execute("ALTER TABLE relay_destination_away RENAME TO relay_destination");
    }
  }

  private static String trace(String id, String type) {
    return TestDatabase.value(
        "SELECT traceparent FROM outbox WHERE aggregateid = ? AND type = ?", id, type);
  }

  private static void assertResent(int count, Api staff, String query) {
    var report = staff.post("/v1/outbox/resend?" + query).expect(200).json();
    assertEquals(count, report.path("resent").asInt(), report::toString);
    assertTrue(report.path("finished").asBoolean(), report::toString);
  }

  private static List<String> types(Api staff, String path) {
    var items = staff.get(path).expect(200).json().path("items");
    return StreamSupport.stream(items.spliterator(), false)
        .map(item -> item.path("type").asText())
        .toList();
  }
}
