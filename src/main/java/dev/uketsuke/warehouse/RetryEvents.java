package dev.uketsuke.warehouse;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.AfterCommit;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.inbox.InboxReopening;
import dev.uketsuke.inbox.InboxSettlement;
import dev.uketsuke.inbox.InboxSettlement.Held;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.jobs.WakeJob;
import dev.uketsuke.lists.Position;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.logging.Logger;

/**
 * Has parked events compared with their applications again, for example after an application has
 * been restored.
 *
 * <p>Guarantee: an event takes effect once at most, and only if the table of moves allows it now.
 * What took effect, was settled, or contradicts an earlier event is left alone.
 */
@Singleton
class RetryEvents {

  private static final Logger LOG = Logger.getLogger(RetryEvents.class);
  private static final int BATCH = 500;
  private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

  private final Transactions transactions;
  private final InboxSettlement inbox;
  private final InboxReopening reopening;
  private final Applications applications;
  private final MatchEvents matchEvents;
  private final ListEvents listEvents;
  private final WakeJob wakeJob;

  RetryEvents(
      Transactions transactions,
      InboxSettlement inbox,
      InboxReopening reopening,
      Applications applications,
      MatchEvents matchEvents,
      ListEvents listEvents,
      WakeJob wakeJob) {
    this.transactions = transactions;
    this.inbox = inbox;
    this.reopening = reopening;
    this.applications = applications;
    this.matchEvents = matchEvents;
    this.listEvents = listEvents;
    this.wakeJob = wakeJob;
  }

  /**
   * What was done.
   *
   * @param retried how many events are tried again
   * @param finished whether no parked event that the filter means is left
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "EventRetryReport")
  record Report(
      @Schema(required = true, description = "How many events are tried again.") long retried,
      @Schema(required = true, description = "If false, more are parked: ask again.")
          boolean finished) {}

  /**
   * Tries one event again and waits for what comes of it.
   *
   * @param id ours
   * @return whether there was anything to try; empty if there is no such event
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  Optional<Boolean> retry(UUID id) {
    Optional<Boolean> tried = transactions.run(connection -> retry(connection, id));
    tried.ifPresent(open -> LOG.infof("event %s tried again: %s", id, open));
    return tried;
  }

  private Optional<Boolean> retry(Connection connection, UUID id) throws SQLException {
    Optional<Held> found = inbox.find(connection, id);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    // Before the event's own row: a move that applies it takes them in this order, too.
    applications.lock(connection, found.get().subject());
    boolean waiting = found.get().state() == InboxState.WAITING;
    if (reopening.reopen(connection, List.of(id)) == 0 && !waiting) {
      return Optional.of(false);
    }
    matchEvents.moved(connection, found.get().subject());
    return Optional.of(true);
  }

  /** Takes up all parked events that the filter means; the job {@code inbox} tries them. */
  Report retryAll(EventFilter filter) {
    long end = System.nanoTime() + LONGEST_NANOS;
    Optional<EventFilter> parked = filter.within(EnumSet.of(InboxState.PARKED));
    Optional<Position> after = Optional.empty();
    long retried = 0;
    boolean finished = parked.isEmpty();
    while (!finished && System.nanoTime() - end < 0) {
      List<EventView> batch = listEvents.rows(parked.get(), after, BATCH);
      retried += reopen(batch.stream().map(EventView::id).toList());
      finished = batch.size() < BATCH;
      after =
          batch.isEmpty() ? after : Optional.of(ListEvents.position(batch.get(batch.size() - 1)));
    }
    LOG.infof("%d events to be tried again", retried);
    return new Report(retried, finished);
  }

  private int reopen(List<UUID> ids) {
    return ids.isEmpty()
        ? 0
        : transactions.run(
            connection -> {
              AfterCommit.add(() -> wakeJob.wake(RetryKeptEvents.NAME));
              return reopening.reopen(connection, ids);
            });
  }
}
