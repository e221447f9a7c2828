package dev.uketsuke.submissions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Expired tokens go, to the instant, in batches, and never a row that somebody is at. */
@QuarkusTest
@RealParts
class RemoveExpiredTokensTest {

  @Inject RemoveExpiredTokens removing;
  @Inject Transactions transactions;

  /** Long before all tokens of other tests, so that they are never due here. */
  private static final Instant END = Instant.parse("2001-02-03T04:05:06.789Z");

  @Test
  void tokenGoesAtItsEndAndNotAMicrosecondBefore() {
    var end = END.minusSeconds(86_400); // apart from the other test's
    var account = insert(1, end);

    assertEquals(0, batch(end.minusNanos(1000), 10));
    assertEquals("1", left(account));
    assertEquals(1, batch(end, 10));
    assertEquals("0", left(account));
  }

  @Test
  void manyAtOnceRemoveEachOnceAndPassOverWhatIsLocked() throws Exception {
    var account = insert(300, END);
    try (var submission = TestDatabase.connect()) {
      submission.setAutoCommit(false);
      try (var lock =
          submission.prepareStatement(
              "SELECT 1 FROM submission_token WHERE account_id = ? LIMIT 1 FOR UPDATE")) {
        lock.setString(1, account);
        lock.executeQuery();
      }
      var removed = Concurrently.run(8, i -> untilDone());

      assertEquals(299, removed.stream().mapToInt(Integer::intValue).sum());
      assertEquals("1", left(account));
      submission.rollback();
    }
    assertEquals(1, batch(END, 10));
  }

  private int untilDone() {
    int sum = 0;
    while (true) {
      int rows = batch(END, 7);
      sum += rows;
      if (rows < 7) {
        return sum;
      }
    }
  }

  private int batch(Instant now, int limit) {
    return transactions.run(connection -> removing.batch(connection, now, limit));
  }

  private static String insert(int tokens, Instant end) {
    var account = "account-" + UUID.randomUUID();
    TestDatabase.update(
        "INSERT INTO submission_token (token_hash, account_id, expires_at)"
            + " SELECT sha256(convert_to(? || n, 'UTF8')), ?, ? FROM generate_series(1, ?) n",
        account,
        account,
        end.atOffset(ZoneOffset.UTC),
        tokens);
    return account;
  }

  private static String left(String account) {
    return TestDatabase.value(
        "SELECT count(*) FROM submission_token WHERE account_id = ?", account);
  }
}
