package dev.uketsuke.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether events are wanted is the installation's to say, and what is wanted is never removed. */
@QuarkusTest
@RealParts
class AgreedEventsTest {

  @Inject Transactions transactions;
  @Inject RemoveUnsentEvents removal;

  @BeforeEach
  @AfterEach
  void nobodyHasSaid() {
    TestDatabase.execute("DELETE FROM installation_setting");
  }

  @Test
  void withoutBrokerAndSettingNobodyHasSaid() {
    assertEquals(Optional.empty(), instance(null, false).mode());
    assertTrue(removesAnEventThatWaitsFor(Duration.ofDays(8)));
    assertFalse(removesAnEventThatWaitsFor(Duration.ofDays(6)));
  }

  @Test
  void instanceWithoutBrokerRemovesNothingThatAnotherIsToPublish() {
    assertEquals(Optional.of(EventMode.KAFKA), instance(null, true).mode());

    assertEquals(Optional.of(EventMode.KAFKA), instance(null, false).mode());
    assertFalse(removesAnEventThatWaitsFor(Duration.ofDays(800)));
  }

  @Test
  void brokerAloneDoesNotOverruleWhatWasDecided() {
    instance(EventMode.CDC, false).mode();
    assertEquals(Optional.of(EventMode.CDC), instance(null, true).mode());
  }

  @Test
  void lastOneToSaySoCountsForAll() {
    var before = instance(EventMode.KAFKA, true);
    assertEquals(Optional.of(EventMode.KAFKA), before.mode());

    assertEquals(Optional.of(EventMode.OFF), instance(EventMode.OFF, false).mode());

    assertEquals("off", TestDatabase.value("SELECT value FROM installation_setting"));
    assertEquals(
        Optional.of(EventMode.OFF), agreement(before), "what is removed is decided from this");
  }

  @Test
  void whoeverTurnsEventsOffHasTimeToNotice() {
    instance(EventMode.OFF, false).mode();
    assertFalse(removesAnEventThatWaitsFor(Duration.ofDays(30)));

    TestDatabase.execute("UPDATE installation_setting SET set_at = now() - interval '8 days'");
    assertTrue(removesAnEventThatWaitsFor(Duration.ofDays(30)));
    assertFalse(removesAnEventThatWaitsFor(Duration.ofDays(6)));
  }

  @Test
  void sameValueAgainIsNoNewDecision() {
    instance(EventMode.OFF, false).mode();
    TestDatabase.execute("UPDATE installation_setting SET set_at = now() - interval '8 days'");
    instance(EventMode.OFF, false).mode();
    assertTrue(removesAnEventThatWaitsFor(Duration.ofDays(30)));
  }

  @Test
  void capturedEventsAreRemovedOnlyWhileThereIsASlot() {
    instance(EventMode.CDC, false).mode();
    assertFalse(removesAnEventThatWaitsFor(Duration.ofDays(30)));
  }

  @Test
  void theWordIsOneOfThree() {
    assertEquals(EventMode.KAFKA, new EventSettings.Mode().convert(" Kafka "));
    var refused =
        org.junit.jupiter.api.Assertions.assertThrows(
            IllegalArgumentException.class, () -> new EventSettings.Mode().convert("true"));
    assertEquals("must be kafka, cdc or off", refused.getMessage());
  }

  private AgreedEvents instance(EventMode own, boolean broker) {
    return new AgreedEvents(transactions, Optional.ofNullable(own), broker);
  }

  private Optional<EventMode> agreement(AgreedEvents instance) {
    return transactions.run(c -> instance.agreement(c).map(AgreedEvents.Agreement::mode));
  }

  private boolean removesAnEventThatWaitsFor(Duration waiting) {
    var id = UUID.randomUUID();
    TestDatabase.update(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type,"
            + " payload, next_attempt_at) VALUES (?, '', 0, 1, 'application', ?, 'test', '{}', now() - make_interval(secs => ?))",
        id,
        id.toString(),
        (double) waiting.toSeconds());
    transactions.run(c -> removal.batch(c, Instant.now(), 1_000));
    var there = TestDatabase.update("DELETE FROM outbox WHERE id = ?", id);
    return there == 0;
  }
}
