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
 * Relays the messages of one destination: claims the messages that are due, delivers them, and
 * records the outcomes.
 *
 * <p>Guarantee: each message is delivered at least once, with the same id and the same bytes on
 * every attempt, in order within its application, by any number of processes at once. No database
 * connection is held during a delivery (P8). A failing message delays only the later messages of
 * its application, until it is parked. A slow delivery occupies only one of several lanes.
 */
final class RelayWorker {

  static final Logger LOG = Logger.getLogger(RelayWorker.class);

  /** The pause between two runs, which limits the load on the database. */
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

  /** Relays until told to stop: after each commit of a message, and at intervals. */
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
   * Makes one run on request and returns its report. It ends when nothing is due, its time is over
   * or the destination is unavailable, and tries one message even during that back-off.
   *
   * @throws RuntimeException if part of the work failed
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

  /** Makes the worker begin nothing new; deliveries that are going on are finished. */
  void stop() {
    stopping = true;
    wakeRelay.wake(name);
  }

  /** Claims messages for each free lane, and returns the pause until the next run. */
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
          run.awaitDeliveries(longest); // Closed messages let the messages behind them go on.
        } else if (claim.messages().isEmpty()) {
          run.nothingLeft();
          return claim.pause().isZero()
              ? settings.every()
              : shorter(settings.every(), claim.pause());
        }
        begin(claim, run);
        if (claim.failures() > 0) {
          run.awaitDeliveries(longest); // The probe decides whether more may be claimed.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failed(run, "Messages for %s could not be claimed", e);
      return shorter(settings.every(), AFTER_FAILURE);
    }
    return run.goesOn() ? settings.every() : Duration.ofMillis(1);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Takes all free lanes and returns their number, waiting for one if none is free. A run on
   * request does not wait for lanes that other runs occupy, because those do the same work.
   */
  private int freeLanes(RelayRun run, boolean asked) throws InterruptedException {
    long timeout = asked && !run.isBusy() ? 0 : run.remainingNanos();
    return lanes.tryAcquire(timeout, TimeUnit.NANOSECONDS) ? 1 + lanes.drainPermits() : 0;
  }

  /**
   * The messages of one claim.
   *
   * @param failures the number of failures of the destination in a row; zero if it is available
   * @param at the time when the claim began, by this process's clock; its lease begins later
   * @param pause how long the destination must not be called; zero if it may be called
   */
  private record Claim(
      UUID lease, List<OutboxMessage> messages, int failures, long at, Duration pause) {

    static final Claim NONE = new Claim(null, List.of(), 0, 0, Duration.ZERO);

    int batches(int size) {
      return (messages.size() + size - 1) / size;
    }
  }

  private Claim claim(int limit, boolean asked) {
    long at = System.nanoTime();
    UUID lease = UUID.randomUUID();
    return transactions.run(
        connection -> {
          Permit permit = state.ask(connection, name, settings.lease(), asked);
          if (!permit.mayTry()) {
            return new Claim(lease, List.of(), permit.failures(), at, permit.pause());
          }
          List<OutboxMessage> messages =
              claims.claim(connection, name, lease, settings.lease(), permit.isProbe() ? 1 : limit);
          if (messages.isEmpty()) {
            connection.rollback(); // There is no message to probe with, so the probe stays due.
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
        LOG.warnf(
            "This process was delayed after claiming %d messages; they are tried again when their"
                + " lease has ended",
            messages.size());
      } else {
        Map<Boolean, List<OutboxMessage>> exhausted =
            messages.stream()
                .collect(Collectors.partitioningBy(m -> m.attempts() > settings.attempts()));
        record(claim, exhausted.get(true), RelayWorker::giveUp, run);
        record(claim, exhausted.get(false), this::attempt, run);
      }
    } catch (RuntimeException e) {
      failed(run, "Deliveries to %s failed", e);
    } finally {
      lanes.release();
      ended.complete(null);
      wakeRelay.wake(name); // The messages behind these may be due now.
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
    String reason = "All attempts are used up; the process died during the last one.";
    return Collections.nCopies(messages.size(), Delivery.refused(reason));
  }

  /** Checks whether a delivery that begins now could end after its lease. */
  private boolean isTooLate(Claim claim) {
    Duration left = settings.lease().minus(longest);
    return System.nanoTime() - claim.at() > left.toNanos();
  }

  private List<Delivery> attempt(List<OutboxMessage> messages) {
    // Several messages in one call have different traces, so no trace is passed on then.
    String trace = messages.size() == 1 ? messages.get(0).traceparent() : null;
    try {
      return CurrentTrace.during(trace, () -> destination.deliver(messages));
    } catch (DatabaseException trouble) {
      LOG.warnf("Deliveries to %s wait for our database: %s", name, trouble.reason());
      return Collections.nCopies(messages.size(), Delivery.withoutDatabase(trouble));
    } catch (Exception fault) {
      LOG.errorf(fault, "Deliveries to %s failed because of a fault of ours", name);
      String reason = "Fault of ours: " + fault.getClass().getSimpleName();
      return Collections.nCopies(messages.size(), Delivery.failed(reason));
    }
  }

  private void failed(RelayRun run, String what, RuntimeException e) {
    run.failed(e);
    if (e instanceof DatabaseException trouble) {
      LOG.warnf(what + " and will be tried again: %s", name, trouble.reason());
    } else {
      LOG.errorf(e, what + " and will be tried again", name);
    }
  }
}
