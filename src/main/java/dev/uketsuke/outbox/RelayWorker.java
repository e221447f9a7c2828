package dev.uketsuke.outbox;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.http.CurrentTrace;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.outbox.DestinationState.Permit;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Relays the messages of one destination: claims what is due, delivers it, records what became of
 * it.
 *
 * <p>Guarantee: each message is delivered at least once, with the same id and the same bytes on
 * every attempt, in order within its application, by any number of processes at once. No database
 * connection is held during a delivery (P8). A message that fails holds up only its own successors
 * until it is parked, and a delivery that takes long occupies one of several lanes. This rules out
 * that messages are lost or sent by two when processes die, freeze or race.
 */
final class RelayWorker {

  static final Logger LOG = Logger.getLogger(RelayWorker.class);

  /** Between two runs, so that a busy hour costs the database only a few claims a second. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final int FOLLOWERS = 500;
  private static final UUID FIRST = new UUID(0, 0);

  private final Destination destination;
  private final String name;
  private final Transactions transactions;
  private final OutboxClaims claims;
  private final DestinationState state;
  private final RecordDeliveries recordDeliveries;
  private final RelaySettings settings;
  private final MeterRegistry metrics;
  private final WakeRelay wakeRelay;
  private final ExecutorService threads;
  private final Duration longest;
  private final Semaphore lanes;
  private volatile boolean stopping;
  private UUID follower = FIRST;

  RelayWorker(
      Destination destination,
      Transactions transactions,
      OutboxClaims claims,
      DestinationState state,
      RecordDeliveries recordDeliveries,
      RelaySettings settings,
      MeterRegistry metrics,
      WakeRelay wakeRelay,
      ExecutorService threads,
      Duration longest) {
    this.destination = destination;
    this.name = destination.aggregateType();
    this.transactions = transactions;
    this.claims = claims;
    this.state = state;
    this.recordDeliveries = recordDeliveries;
    this.settings = settings;
    this.metrics = metrics;
    this.wakeRelay = wakeRelay;
    this.threads = threads;
    this.longest = longest;
    this.lanes = new Semaphore(destination.parallel());
  }

  /** Relays until told to stop; a commit wakes it, and so does time. */
  void run() throws InterruptedException {
    Duration pause = shorter(settings.every(), AFTER_FAILURE);
    while (!stopping) {
      wakeRelay.await(name, pause);
      if (destination.isConfigured() && !stopping) {
        RelayRun run = new RelayRun(settings.run());
        pause = relay(run, false);
        run.measure(metrics, "relay-" + name);
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      }
    }
  }

  /**
   * Relays once, for whoever asks for it, until nothing is due, the time for a run is over or the
   * destination is away. Tries one message even during the back-off of the destination.
   *
   * @throws RuntimeException if part of it could not be done
   */
  JobReport runOnce() {
    RelayRun run = new RelayRun(settings.run());
    if (stopping || !destination.isConfigured()) {
      if (!stopping) {
        run.nothingLeft();
      }
    } else {
      relay(run, true);
      run.measure(metrics, "relay-" + name);
    }
    return run.report(settings.lease());
  }

  /** Begins nothing new from now on; what is under way goes on. */
  void stop() {
    stopping = true;
    wakeRelay.wake(name);
  }

  /** Claims for each free lane, and returns how long to wait for the next look. */
  private Duration relay(RelayRun run, boolean asked) {
    try {
      while (!stopping && run.goesOn()) {
        int free = freeLanes(run, asked);
        if (free == 0) {
          return Duration.ZERO;
        }
        boolean busy = run.isBusy();
        Claim claim = Claim.NONE;
        try {
          claim = claim(free * destination.batchSize(), asked && !run.hasBegun());
        } finally {
          lanes.release(free - claim.batches(destination.batchSize()));
        }
        if (claim.messages().isEmpty() && asked && busy) {
          run.awaitDeliveries(longest); // What they close lets those behind go on.
        } else if (claim.messages().isEmpty()) {
          run.nothingLeft();
          return claim.pause().isZero()
              ? settings.every()
              : shorter(settings.every(), claim.pause());
        }
        begin(claim, run);
        if (claim.failures() > 0) {
          run.awaitDeliveries(longest); // It decides whether more may be claimed.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failed(run, "messages for %s could not be claimed", e);
      return shorter(settings.every(), AFTER_FAILURE);
    }
    return run.goesOn() ? settings.every() : Duration.ofMillis(1);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Takes all lanes that are free. Waits for one as long as a delivery of this run is under way; a
   * run that was asked for and finds none free leaves the work to those that occupy them.
   */
  private int freeLanes(RelayRun run, boolean asked) throws InterruptedException {
    long patience = asked && !run.isBusy() ? 0 : run.remainingNanos();
    return lanes.tryAcquire(patience, TimeUnit.NANOSECONDS) ? 1 + lanes.drainPermits() : 0;
  }

  /**
   * What was claimed at once.
   *
   * @param failures of the destination in a row before; zero if it is available
   * @param at when the claim began, before its lease did, by this process's clock
   * @param pause if nothing was claimed because the destination is to be left alone; else zero
   */
  private record Claim(
      UUID lease, List<OutboxMessage> messages, int failures, long at, Duration pause) {

    static final Claim NONE = new Claim(null, List.of(), 0, 0, Duration.ZERO);

    int batches(int size) {
      return (messages.size() + size - 1) / size;
    }
  }

  private Claim claim(int most, boolean asked) {
    long at = System.nanoTime();
    UUID lease = UUID.randomUUID();
    return transactions.run(
        connection -> {
          Permit permit = state.ask(connection, name, settings.lease(), asked);
          if (!permit.mayTry()) {
            return new Claim(lease, List.of(), permit.failures(), at, permit.pause());
          }
          List<OutboxMessage> messages =
              claims.claim(connection, name, lease, settings.lease(), permit.isProbe() ? 1 : most);
          if (messages.isEmpty()) {
            connection.rollback(); // Without a message to try, the attempt is not used up.
            lookForHeads(connection);
          }
          return new Claim(lease, messages, permit.failures(), at, Duration.ZERO);
        });
  }

  private void lookForHeads(Connection connection) throws SQLException {
    UUID last = claims.findHeads(connection, name, follower, FOLLOWERS);
    follower = last == null ? FIRST : last;
  }

  private void begin(Claim claim, RelayRun run) {
    int size = destination.batchSize();
    List<OutboxMessage> messages = claim.messages();
    for (int from = 0; from < messages.size(); from += size) {
      List<OutboxMessage> batch = messages.subList(from, Math.min(from + size, messages.size()));
      CompletableFuture<Void> ended = new CompletableFuture<>();
      run.began(ended);
      try {
        threads.execute(() -> deliver(claim, batch, run, ended));
      } catch (RuntimeException noThread) {
        lanes.release();
        ended.complete(null);
        throw noThread;
      }
    }
  }

  private void deliver(
      Claim claim, List<OutboxMessage> messages, RelayRun run, CompletableFuture<Void> ended) {
    try {
      if (isTooLate(claim)) {
        LOG.warnf("this process was held up, so %d messages are left to others", messages.size());
      } else {
        Map<Boolean, List<OutboxMessage>> exhausted =
            messages.stream()
                .collect(Collectors.partitioningBy(m -> m.attempts() > settings.attempts()));
        record(claim, exhausted.get(true), RelayWorker::giveUp, run);
        record(claim, exhausted.get(false), this::attempt, run);
      }
    } catch (RuntimeException e) {
      failed(run, "deliveries to %s broke off", e);
    } finally {
      lanes.release();
      ended.complete(null);
      wakeRelay.wake(name); // Messages behind these may be due now.
    }
  }

  private void record(
      Claim claim,
      List<OutboxMessage> messages,
      Function<List<OutboxMessage>, List<Delivery>> attempt,
      RelayRun run) {
    if (!messages.isEmpty()) {
      List<Delivery> deliveries = attempt.apply(messages);
      recordDeliveries.record(name, claim.lease(), claim.failures(), messages, deliveries, run);
    }
  }

  private static List<Delivery> giveUp(List<OutboxMessage> messages) {
    String reason = "its attempts are used up, and the last one did not live to tell";
    return Collections.nCopies(messages.size(), Delivery.refused(reason));
  }

  /** Another process may have the messages before a delivery that begins now could end. */
  private boolean isTooLate(Claim claim) {
    Duration left = settings.lease().minus(longest);
    return System.nanoTime() - claim.at() > left.toNanos();
  }

  private List<Delivery> attempt(List<OutboxMessage> messages) {
    // Of several messages each carries its own trace.
    String trace = messages.size() == 1 ? messages.get(0).traceparent() : null;
    try {
      return CurrentTrace.during(trace, () -> destination.deliver(messages));
    } catch (Exception fault) {
      LOG.errorf(fault, "deliveries to %s failed through a fault of ours", name);
      String reason = "fault of ours: " + fault.getClass().getSimpleName();
      return Collections.nCopies(messages.size(), Delivery.failed(reason));
    }
  }

  private void failed(RelayRun run, String what, RuntimeException e) {
    run.failed(e);
    if (e instanceof DatabaseException) {
      LOG.warnf(what + ", they will be tried again: %s", name, e.getMessage());
    } else {
      LOG.errorf(e, what + ", they will be tried again", name);
    }
  }
}
