package dev.uketsuke.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.CarrierStub;
import dev.uketsuke.support.Messages;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One job as a process of its own: it runs, serves nobody, and its exit code tells the truth. */
class JobProcessIT {

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @BeforeEach
  void freshDatabase() {
    TestDatabase.create();
  }

  @Test
  void jobRunsAndEndsWhateverListensOnItsPort() throws Exception {
    assertEquals(0, run(Map.of(), "--job=retention").awaitExit(PATIENCE)); // makes the schema
    TestDatabase.execute(
        "INSERT INTO submission_token VALUES (sha256('a'), 'a', now()),"
            + " (sha256('b'), 'b', now() + interval '1 hour')");

    try (var taken = new ServerSocket(0);
        var job =
            run(Map.of("PORT", Integer.toString(taken.getLocalPort())), "--job", "retention")) {
      assertEquals(0, job.awaitExit(PATIENCE), job.log());
      assertFalse(job.log().contains("Listening on: http"), job.log());
      assertTrue(job.log().contains("tokensExpired=1"), job.log());
    }
    assertEquals("b", TestDatabase.value("SELECT account_id FROM submission_token"));
  }

  @Test
  void relayRunsAndEndsAndTellsTheTruth() throws Exception {
    assertEquals(0, run(Map.of(), "--job=retention").awaitExit(PATIENCE)); // makes the schema
    try (var carrier = CarrierStub.start()) {
      var account = Messages.paidApplications(30);
      var settings = Map.of("UKETSUKE_CARRIER_URL", carrier.url());

      try (var job = run(settings, "--job=relay")) {
        assertEquals(0, job.awaitExit(PATIENCE), job.log());
        assertTrue(job.log().contains("sent=30"), job.log());
        assertFalse(job.log().contains("Listening on: http"), job.log());
      }
      assertEquals(30, Messages.count(account, "waybill_number = 'WB-' || id"));
      assertEquals(30, carrier.calls().size());

      try (var idle = run(settings, "--job=relay")) {
        assertEquals(0, idle.awaitExit(PATIENCE), idle.log());
      }
      assertEquals(30, carrier.calls().size());

      TestDatabase.execute("ALTER TABLE outbox RENAME TO elsewhere");
      try (var failed = run(settings, "--job=relay")) {
        assertNotEquals(0, failed.awaitExit(PATIENCE), failed.log());
      }
    }
  }

  @Test
  void relayToACarrierThatDoesNotAnswerEndsInTime() throws Exception {
    assertEquals(0, run(Map.of(), "--job=retention").awaitExit(PATIENCE)); // makes the schema
    try (var carrier = CarrierStub.start()) {
      carrier.hold();
      Messages.paidApplications(3);
      try (var job =
          run(
              Map.of(
                  "UKETSUKE_CARRIER_URL", carrier.url(),
                  "UKETSUKE_CARRIER_READ_TIMEOUT", "PT1S",
                  "UKETSUKE_RELAY_RUN", "PT2S",
                  // Nobody listens there: events wait, and nothing hangs.
                  "KAFKA_BOOTSTRAP_SERVERS", "localhost:1"),
              "--job=relay")) {
        // No order is answered, but asking afterwards tells that each is booked.
        assertEquals(0, job.awaitExit(PATIENCE), job.log());
      }
    }
    assertEquals(
        "0", TestDatabase.value("SELECT count(*) FROM outbox WHERE parked_at IS NOT NULL"));
  }

  /** The provider is not even asked, and work that is left has an exit code of its own. */
  @Test
  void unfinishedJobSaysSoAndNeedsNoIdentityProvider() throws Exception {
    assertEquals(0, run(Map.of(), "--job=retention").awaitExit(PATIENCE)); // makes the schema
    try (var carrier = CarrierStub.start()) {
      carrier.answerAll(call -> new CarrierStub.Reply(503, ""));
      Messages.paidApplications(3);
      var settings =
          Map.of(
              "UKETSUKE_CARRIER_URL", carrier.url(),
              "QUARKUS_OIDC_PUBLIC_KEY", "",
              "QUARKUS_OIDC_AUTH_SERVER_URL", "http://localhost:1/nobody");
      try (var job = run(settings, "--job", "relay")) {
        assertEquals(3, job.awaitExit(PATIENCE), job.log());
      }
      carrier.answerAll(call -> null);
      TestDatabase.update("UPDATE outbox SET next_attempt_at = now() WHERE sent_at IS NULL");
      try (var job = run(settings, "--job", "relay")) {
        assertEquals(0, job.awaitExit(PATIENCE), job.log());
      }
      assertEquals("0", TestDatabase.value("SELECT count(*) FROM outbox WHERE sent_at IS NULL"));
    }
  }

  @Test
  void failedJobAndUnknownJobDoNotExitWithZero() throws Exception {
    try (var unknown = run(Map.of(), "--job", "nothing")) {
      assertEquals(2, unknown.awaitExit(PATIENCE), unknown.log());
      assertTrue(unknown.log().contains("There is no job"), unknown.log());
      assertTrue(unknown.log().contains("migrate, "), unknown.log());
    }
    TestDatabase.execute("ALTER TABLE submission_token RENAME TO elsewhere");
    try (var failed = run(Map.of(), "--job", "retention")) {
      assertEquals(1, failed.awaitExit(PATIENCE), failed.log());
    }
  }

  private static PackagedService run(Map<String, String> environment, String... arguments)
      throws Exception {
    return PackagedService.launch(environment, arguments);
  }
}
