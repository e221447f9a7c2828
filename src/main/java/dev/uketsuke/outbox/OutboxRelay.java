package dev.uketsuke.outbox;

import dev.uketsuke.database.Transactions;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Takes messages from the outbox to where they go.
 *
 * <p>Guarantee: each message is delivered at least once, with the same id and the same bytes on
 * every attempt, in order within its aggregate, by any number of processes at once; no database
 * connection is held meanwhile (P8). A message that fails holds up only its own successors, until
 * it is parked, and one that takes long only itself. Rules out messages lost or sent by two, when
 * processes die, freeze or race.
 */
@Singleton
public class OutboxRelay {

  private static final int STOP_SECONDS = 10;

  private final Transactions transactions;
  private final OutboxClaims claims;
  private final DeliveryLog deliveries;
  private final RelaySettings settings;
  private final Map<String, RelayLanes> lanes = new ConcurrentHashMap<>();
  private final AtomicBoolean stopping = new AtomicBoolean();

  /**
   * Threads of its own: those of the service wait for a run when somebody asks for it, and must not
   * wait for one another.
   */
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "relay");
            thread.setDaemon(true);
            return thread;
          });

  OutboxRelay(
      Transactions transactions,
      OutboxClaims claims,
      DeliveryLog deliveries,
      RelaySettings settings) {
    this.transactions = transactions;
    this.claims = claims;
    this.deliveries = deliveries;
    this.settings = settings;
  }

  /** From the moment that we are told to stop nothing new is begun. */
  void wind(@Observes ShutdownDelayInitiatedEvent event) {
    stopping.set(true);
  }

  /**
   * What is under way is finished while there is still a database to write the result to, for as
   * long as one call can take. What takes longer is done again when its lease has ended.
   */
  void stop(@Observes ShutdownEvent event) {
    stopping.set(true);
    threads.shutdown();
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Duration every() {
    return settings.every();
  }

  /** Longer than a run can take: its time, and the last delivery that began in it. */
  Duration longest() {
    return settings.run().plus(settings.lease());
  }

  /**
   * Begins to deliver, until nothing is due, the time for a run is over, or the far side is away.
   *
   * @return the run, which goes on; a result that cannot be written down fails it, and the message
   *     is tried again when its lease has ended
   * @throws dev.uketsuke.database.DatabaseException if it could not even begin
   */
  RelayRun start(Destination destination) {
    RelayRun run = new RelayRun(settings.run());
    if (stopping.get()) {
      run.on(List.of()); // Left to the other instances.
    } else if (destination.isConfigured()) {
      deliveries.exhausted(destination.aggregateType(), parkExhausted(destination), run);
      run.on(lanes(destination).fill(() -> work(destination, run)));
    }
    return run;
  }

  /** Whoever asked may have stopped waiting by the time that it fails. */
  private void work(Destination destination, RelayRun run) {
    try {
      deliverAll(destination, run);
    } catch (RuntimeException e) {
      DeliveryLog.LOG.warnf(
          "deliveries to %s broke off: %s", destination.aggregateType(), e.toString());
      throw e;
    }
  }

  private RelayLanes lanes(Destination destination) {
    return lanes.computeIfAbsent(
        destination.aggregateType(), type -> new RelayLanes(destination.parallel(), threads));
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

  private List<OutboxMessage> parkExhausted(Destination destination) {
    return transactions.run(
        connection ->
            claims.parkExhausted(connection, destination.aggregateType(), settings.attempts()));
  }
}
