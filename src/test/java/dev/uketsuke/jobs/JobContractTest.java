package dev.uketsuke.jobs;

import static dev.uketsuke.support.Api.SMALLEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Jobs by request: who may, what is answered, and that many at once do no harm. */
@QuarkusTest
@RealParts
class JobContractTest {

  private static final String RETENTION = "/v1/jobs/retention";

  @Test
  void onlyMachinesStartJobs() {
    var machine = Api.as(Tokens.service());
    machine.send(machine.withoutToken(RETENTION).POST(BodyPublishers.noBody())).expectProblem(401);
    Api.asApplicant().post(RETENTION).expectProblem(403, "forbidden");
    Api.as(Tokens.staff()).post(RETENTION).expectProblem(403, "forbidden");
    Api.asApplicant().post("/v1/jobs/nothing").expectProblem(403, "forbidden");
    machine.post("/v1/jobs/nothing").expectProblem(404, "not-found");
    machine.get(RETENTION).expectProblem(405, "method-not-allowed");
    machine.post(RETENTION).expect(200);
  }

  @Test
  void retentionAnswersItsCountsAndSpentTokensSurviveIt() throws Exception {
    var machine = Api.as(Tokens.service());
    var api = Api.asApplicant();
    var spent = api.issueToken();
    api.submit(spent, SMALLEST).expect(201);
    var live = api.issueToken();
    var account = api.caller().issuer() + "|" + api.caller().subject();
    TestDatabase.update(
        "INSERT INTO submission_token (token_hash, account_id, expires_at)"
            + " SELECT sha256(convert_to(? || n, 'UTF8')), ?, now() FROM generate_series(1, 1234) n",
        account,
        account);

    var answers = Concurrently.run(6, i -> machine.post(RETENTION).expect(200));

    long removed = 0;
    for (var answer : answers) {
      removed += answer.json().path("counts").path("tokensExpired").asLong();
      assertTrue(answer.json().path("finished").asBoolean(), answer::toString);
      assertEquals(0, answer.json().path("counts").path("applicationsErased").asLong(-1));
    }
    assertTrue(removed >= 1234, answers::toString);
    assertEquals(
        "1",
        TestDatabase.value("SELECT count(*) FROM submission_token WHERE account_id = ?", account));
    api.submit(spent, SMALLEST).expect(200);
    api.submit(live, SMALLEST).expect(201);
    var metrics = machine.get("/q/metrics").text();
    for (var name :
        new String[] {
          "uketsuke_retention_rows_total{step=\"tokensExpired\"}",
          "uketsuke_retention_batch_seconds",
          "uketsuke_jobs_seconds",
          "uketsuke_submission_tokens_total{event=\"issued\"}",
          "uketsuke_submission_tokens_total{event=\"spent\"}",
          "uketsuke_submissions_total{outcome=\"expired\"}",
        }) {
      assertTrue(metrics.contains(name), name);
    }
  }

  @Test
  void kindThatFailsFailsTheRunButNotTheOthers() throws Exception {
    var machine = Api.as(Tokens.service());
    var account = "account-" + UUID.randomUUID();
    TestDatabase.update(
        "INSERT INTO new_key_window VALUES (?, now() - interval '1 hour', 1)", account);
    TestDatabase.update(
        "INSERT INTO submission_token VALUES (sha256(convert_to(?, 'UTF8')), ?, now())",
        account,
        account);
    TestDatabase.execute(
        "CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$BEGIN RAISE EXCEPTION 'stuck'; END$$",
        "CREATE TRIGGER stuck BEFORE DELETE ON submission_token FOR EACH ROW"
            + " WHEN (OLD.account_id = '%s') EXECUTE FUNCTION stuck()".formatted(account));
    try {
      machine.post(RETENTION).expectProblem(500, "internal-error");
      assertEquals("0", count("new_key_window", account));
      assertEquals("1", count("submission_token", account));
    } finally {
      TestDatabase.execute("DROP FUNCTION stuck() CASCADE");
    }
    machine.post(RETENTION).expect(200);
    assertEquals("0", count("submission_token", account));
  }

  private static String count(String table, String account) {
    return TestDatabase.value("SELECT count(*) FROM " + table + " WHERE account_id = ?", account);
  }
}
