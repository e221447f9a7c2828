package dev.uketsuke.messaging;

import dev.uketsuke.database.Transactions;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.context.ManagedExecutor;

/**
 * Takes messages from the outbox to where they go.
 *
 * <p>Guarantee: each message is delivered at least once, with the same id and the same bytes on
 * every attempt, in order within its aggregate, by any number of processes at once; no database
 * connection is held meanwhile (P8). A message that fails holds up only its own successors, until
 * it is parked. Rules out messages lost or sent by two, when processes die, freeze or race.
 */
@Singleton
public class OutboxRelay {

  private final Transactions transactions;
  private final OutboxClaims claims;
  private final DeliveryLog deliveries;
  private final RelaySettings settings;
  private final ManagedExecutor executor;
  private final AtomicBoolean stopping = new AtomicBoolean();

  OutboxRelay(
      Transactions transactions,
      OutboxClaims claims,
      DeliveryLog deliveries,
      RelaySettings settings,
      ManagedExecutor executor) {
    this.transactions = transactions;
    this.claims = claims;
    this.deliveries = deliveries;
    this.settings = settings;
    this.executor = executor;
  }

  void stop(@Observes ShutdownEvent event) {
    stopping.set(true);
  }

  Duration every() {
    return settings.every();
  }

  /**
   * Delivers until nothing is due, the time for a run is over, or the far side is away.
   *
   * @return what was done
   * @throws dev.uketsuke.database.DatabaseException if a result could not be written; the message
   *     is then tried again when its lease has ended
   */
  RelayRun run(Destination destination) {
    RelayRun run = new RelayRun(settings.run());
    if (!destination.isConfigured()) {
      return run;
    }
    run.parked(parkExhausted(destination));
    List<CompletableFuture<Void>> helpers = new ArrayList<>();
    for (int i = 1; i < destination.parallel(); i++) {
      helpers.add(CompletableFuture.runAsync(() -> deliverAll(destination, run), executor));
    }
    try {
      deliverAll(destination, run);
      CompletableFuture.allOf(helpers.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
    return run;
  }

  private void deliverAll(Destination destination, RelayRun run) {
    while (!stopping.get() && run.goesOn()) {
      UUID lease = UUID.randomUUID();
      List<OutboxMessage> claimed = claim(destination, lease);
      if (claimed.isEmpty()) {
        run.nothingLeft();
        return;
      }
      deliveries.record(
          destination.aggregateType(), lease, claimed, deliver(destination, claimed), run);
    }
  }

  private List<OutboxMessage> claim(Destination destination, UUID lease) {
    Duration time = settings.lease();
    int attempts = settings.attempts();
    return transactions.run(
        connection -> claims.claim(connection, destination, attempts, lease, time));
  }

  /** A fault of the destination must not take the whole run with it. */
  private static List<Delivery> deliver(Destination destination, List<OutboxMessage> claimed) {
    try {
      return destination.deliver(claimed);
    } catch (RuntimeException fault) {
      String reason = "fault of ours: " + fault.getClass().getSimpleName();
      DeliveryLog.LOG.errorf(fault, "deliveries to %s failed", destination.aggregateType());
      return claimed.stream().map(message -> Delivery.failed(reason)).toList();
    }
  }

  private int parkExhausted(Destination destination) {
    return transactions.run(
        connection ->
            claims.parkExhausted(connection, destination.aggregateType(), settings.attempts()));
  }
}
