package dev.uketsuke.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Of many processes one tries a kept message again. */
@QuarkusTest
@RealParts
class InboxClaimTest {

  @Inject Inbox inbox;
  @Inject Transactions transactions;

  @Test
  void oneOfManyClaimsTheMessagesOfASubject() throws Exception {
    var subject = UUID.randomUUID();
    keep(subject, "WAITING");
    keep(subject, "WAITING");

    var claims = Concurrently.run(10, i -> isClaimed(subject));

    assertEquals(1, claims.stream().filter(claimed -> claimed).count());
    assertEquals(
        "1 1",
        TestDatabase.value(
            "SELECT concat_ws(' ', min(attempts), max(attempts)) FROM inbox WHERE subject = ?",
            subject));
    TestDatabase.update(
        "UPDATE inbox SET retry_at = now() - interval '1 day' WHERE subject = ?", subject);
    assertTrue(isClaimed(subject));
  }

  @Test
  void whatIsSettledOrNotDueIsNotClaimed() {
    var subject = UUID.randomUUID();
    keep(subject, "WAITING");
    assertTrue(due().contains(subject));
    TestDatabase.update(
        "UPDATE inbox SET state = 'SETTLED', note = 'x', settled_at = now() WHERE subject = ?",
        subject);
    assertFalse(isClaimed(subject));
    assertFalse(due().contains(subject));
  }

  private boolean isClaimed(UUID subject) {
    return transactions.run(c -> inbox.claim(c, subject));
  }

  private List<UUID> due() {
    return transactions.run(c -> inbox.due(c, 1_000_000));
  }

  /** Of a type that nobody applies, so that the job of the running service leaves it as it is. */
  private static void keep(UUID subject, String state) {
    TestDatabase.update(
        "INSERT INTO inbox (id, source, message_id, type, subject, data, digest, state, retry_at)"
            + " VALUES (?, '/claim', ?, 'none', ?, '{}', decode(repeat('00', 32), 'hex'), ?,"
            + " now() - interval '1 minute')",
        UUID.randomUUID(),
        UUID.randomUUID().toString(),
        subject,
        state);
  }
}
