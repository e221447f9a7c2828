package dev.uketsuke.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.events.RemoveUnsentEvents;
import dev.uketsuke.inbox.RemoveAppliedMessages;
import dev.uketsuke.jobs.RetentionStep;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is done goes after seven days; what is open stays, however old. */
@QuarkusTest
@RealParts
class MessageRetentionTest {

  /** Long before all messages of other tests, so that they are never due here. */
  private static final Instant THEN = Instant.parse("2001-02-03T04:05:06.789Z");

  private static final Instant DUE = THEN.plus(java.time.Duration.ofDays(7));

  @Inject RemoveSentMessages sent;
  @Inject RemoveUnsentEvents unsent;
  @Inject RemoveAppliedMessages applied;
  @Inject Transactions transactions;

  @Test
  void sentMessageGoesParkedAndOrdersStay() {
    var gone = write("application", "sent_at");
    var parked = write("application", "parked_at");
    var order = write("waybill", "created_at");

    assertEquals(0, batch(sent, DUE.minusNanos(1000)));
    assertEquals(1, batch(sent, DUE));
    assertEquals(0, batch(sent, DUE));

    assertEquals("0", exists("outbox", gone));
    batch(unsent, DUE);
    assertEquals("1", exists("outbox", parked));
    assertEquals("1", exists("outbox", order));
  }

  @Test
  void eventGoesThatNobodyTakes() {
    var event = write("application", "created_at");

    batch(unsent, DUE.minusNanos(1000));
    assertEquals("1", exists("outbox", event));
    batch(unsent, DUE);
    assertEquals("0", exists("outbox", event));
  }

  @Test
  void appliedEventIsForgottenOthersNever() {
    var gone = receive("APPLIED", null);
    var waiting = receive("WAITING", null);
    var parked = receive("PARKED", "APPLICATION_UNKNOWN");

    batch(applied, DUE.minusNanos(1000));
    assertEquals("1", exists("inbox", gone));
    batch(applied, DUE);

    assertEquals("0", exists("inbox", gone));
    assertEquals("1", exists("inbox", waiting));
    assertEquals("1", exists("inbox", parked));
  }

  private int batch(RetentionStep step, Instant now) {
    return transactions.run(connection -> step.batch(connection, now, 100));
  }

  private static UUID write(String aggregateType, String at) {
    var id = UUID.randomUUID();
    TestDatabase.update(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload,"
            + " next_attempt_at) VALUES (?, '', 0, 1, ?, ?, 'test', '{}', ?)",
        id,
        aggregateType,
        id.toString(),
        THEN.atOffset(ZoneOffset.UTC));
    TestDatabase.update(
        "UPDATE outbox SET " + at + " = ? WHERE id = ?", THEN.atOffset(ZoneOffset.UTC), id);
    return id;
  }

  private static UUID receive(String state, String reason) {
    var id = UUID.randomUUID();
    TestDatabase.update(
        "INSERT INTO inbox (id, source, message_id, type, subject, data, digest, state, reason,"
            + " received_at) VALUES (?, '/test', ?, 'test', ?, '{}', sha256(''), ?, ?, ?)",
        id,
        id.toString(),
        id,
        state,
        reason,
        THEN.atOffset(ZoneOffset.UTC));
    return id;
  }

  private static String exists(String table, UUID id) {
    return TestDatabase.value("SELECT count(*) FROM " + table + " WHERE id = ?", id);
  }
}
