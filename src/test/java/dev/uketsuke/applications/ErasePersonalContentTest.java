package dev.uketsuke.applications;

import static dev.uketsuke.support.Api.OTHER;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.jobs.DueRows;
import dev.uketsuke.submissions.SubmitContractTest;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Erasing takes what is personal, when it is due, and leaves what recognises a resend. */
@QuarkusTest
@RealParts
class ErasePersonalContentTest {

  private static final String PERSONAL =
      "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1,\"clientReference\":\"R-17\","
          + "\"recipient\":{\"name\":\"Kim\",\"phone\":\"1\",\"postalCode\":\"04524\","
          + "\"addressLines\":[\"1 Main St\"]}}";
  private static final Duration RETENTION = Duration.ofDays(30);

  @Inject Transactions transactions;

  @Inject DueRows dueRows;

  private ErasePersonalContent erasing() {
    return new ErasePersonalContent(() -> Optional.of(RETENTION), dueRows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELIVERED", "CANCELLED", "REFUNDED"})
  void personalContentGoesWhenItIsDueAndAResendIsStillReplayed(String status) {
    var api = Api.asApplicant();
    var key = newKey();
    var created = api.submit(key, PERSONAL).expect(201);
    var since = Instant.parse("2001-02-03T04:05:06Z").plusSeconds(status.hashCode() & 0xffff);
    finish(created, status, since);

    assertFalse(erasedAt(since.plus(RETENTION).minusNanos(1000), created));
    assertTrue(api.get(created.header("Location")).text().contains("Kim"));
    assertTrue(erasedAt(since.plus(RETENTION), created));

    var erased = api.get(created.header("Location")).expect(200);
    for (var personal : new String[] {"Kim", "04524", "1 Main St", "R-17", "recipient"}) {
      assertFalse(erased.text().contains(personal), erased::toString);
    }
    assertEquals(status, erased.json().path("status").asText());
    assertEquals(1, erased.json().path("history").size());
    assertArrayEquals(created.body(), api.submit(key, PERSONAL).expect(200).body());
    api.submit(key, OTHER).expectProblem(409, "idempotency-key-conflict");
    SubmitContractTest.expire(key);
    assertEquals(
        created.applicationId(),
        api.submit(key, PERSONAL).expectProblem(410, "idempotency-key-expired").applicationId());
    assertEquals(Rows.ONE, Rows.ofKey(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ACCEPTED", "WAREHOUSE_CHECKED", "FEE_CONFIRMED", "PAID", "SHIPPED"})
  void applicationStillUnderWayKeepsItsContent(String status) {
    var api = Api.asApplicant();
    var created = api.submit(newKey(), PERSONAL).expect(201);
    finish(created, status, Instant.parse("2001-01-01T00:00:00Z"));

    run(erasing(), Instant.parse("2002-01-01T00:00:00Z"), 1000);

    assertTrue(api.get(created.header("Location")).text().contains("Kim"));
  }

  @Test
  void nothingIsErasedUnlessConfigured() {
    var api = Api.asApplicant();
    var created = api.submit(newKey(), PERSONAL).expect(201);
    finish(created, "CANCELLED", Instant.parse("2000-01-01T00:00:00Z"));

    var off = new ErasePersonalContent(Optional::empty, dueRows);
    assertEquals(0, run(off, Instant.parse("2000-06-01T00:00:00Z"), 1000));

    assertTrue(api.get(created.header("Location")).text().contains("Kim"));
  }

  @Test
  void manyAtOnceEraseEachOnceWhileItIsBeingResent() throws Exception {
    var api = Api.asApplicant();
    var keys = new ArrayList<String>();
    var since = Instant.parse("1999-01-01T00:00:00Z");
    for (int i = 0; i < 40; i++) {
      var key = newKey();
      keys.add(key);
      finish(api.submit(key, PERSONAL).expect(201), "DELIVERED", since);
    }

    var counts =
        Concurrently.run(
            8,
            i -> {
              if (i % 2 == 0) {
                int sum = 0;
                int rows;
                do {
                  rows = run(erasing(), since.plus(RETENTION), 3);
                  sum += rows;
                } while (rows == 3);
                return sum;
              }
              for (var key : keys) {
                api.submit(key, PERSONAL).expect(200);
              }
              return 0;
            });

    // Those that were skipped as locked by another are that other's.
    assertEquals(40, counts.stream().mapToInt(Integer::intValue).sum());
    for (var key : keys) {
      assertEquals(Rows.ONE, Rows.ofKey(key));
    }
  }

  /** Runs as of a moment so long ago that nothing of other tests is due; whether ours is erased. */
  private boolean erasedAt(Instant now, Answer created) {
    run(erasing(), now, 1000);
    return "t"
        .equals(
            TestDatabase.value(
                "SELECT erased_at IS NOT NULL FROM shipping_application WHERE id = ?::uuid",
                created.applicationId()));
  }

  private int run(ErasePersonalContent step, Instant now, int limit) {
    return transactions.run(connection -> step.batch(connection, now, limit));
  }

  private static void finish(Answer created, String status, Instant since) {
    TestDatabase.update(
        "UPDATE shipping_application SET status = ?, updated_at = ? WHERE id = ?::uuid",
        status,
        since.atOffset(ZoneOffset.UTC),
        created.applicationId());
  }
}
