package dev.uketsuke.warehouse;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.inbox.Inbox;
import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Applies events that were kept because their application could not be locked when they came.
 *
 * <p>Guarantee: an event is tried with growing pauses until it is applied, parked or settled. An
 * application that is still locked does not delay the events of others. Many instances may run this
 * job at once.
 */
@Singleton
class RetryKeptEvents implements Job {

  static final String NAME = "inbox";

  private static final Logger LOG = Logger.getLogger(RetryKeptEvents.class);
  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final int BATCH = 50;
  private static final int BATCHES = 20;

  private final Transactions transactions;
  private final Inbox inbox;
  private final ReceiveEvent receiveEvent;

  RetryKeptEvents(Transactions transactions, Inbox inbox, ReceiveEvent receiveEvent) {
    this.transactions = transactions;
    this.inbox = inbox;
    this.receiveEvent = receiveEvent;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Duration> every() {
    return Optional.of(EVERY);
  }

  @Override
  public JobReport runOnce(Instant now) {
    long decided = 0;
    long postponed = 0;
    Set<UUID> looked = new HashSet<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      List<UUID> due = transactions.run(connection -> inbox.due(connection, BATCH));
      // What is due again in this run could not be claimed; a later run tries again.
      if (!looked.addAll(due)) {
        return report(decided, postponed, true);
      }
      for (UUID application : due) {
        switch (retry(application)) {
          case DECIDED -> decided++;
          case POSTPONED -> postponed++;
          case TAKEN -> {}
        }
      }
    }
    return report(decided, postponed, false);
  }

  private enum Retry {
    DECIDED,
    POSTPONED,
    /** By another process. */
    TAKEN
  }

  private Retry retry(UUID application) {
    try {
      if (!transactions.run(connection -> inbox.claim(connection, application))) {
        return Retry.TAKEN;
      }
      receiveEvent.retry(application);
      return Retry.DECIDED;
    } catch (DatabaseException e) {
      LOG.warnf(
          "Events of application %s could not be applied and are tried again: %s",
          application, e.failure());
      return Retry.POSTPONED;
    } catch (RuntimeException bug) {
      LOG.errorf(bug, "Events of application %s could not be applied", application);
      return Retry.POSTPONED;
    }
  }

  private static JobReport report(long decided, long postponed, boolean finished) {
    return new JobReport(Map.of("decided", decided, "postponed", postponed), finished);
  }
}
