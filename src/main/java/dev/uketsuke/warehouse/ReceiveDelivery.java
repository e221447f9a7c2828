package dev.uketsuke.warehouse;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.inbox.CloudEventReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Receives the events of one HTTP request.
 *
 * <p>Guarantee: events are received only if all of them can be read. Each is received in a
 * transaction of its own, so a failing event does not affect the others. If one fails the request
 * fails, and the sender repeats the whole request, which does no harm (P9). The answer names the
 * worst failure, and never claims that nothing was done if a part was received (P6).
 */
@Singleton
class ReceiveDelivery {

  private final WarehouseEventReading reading;
  private final ReceiveEvent receiveEvent;

  ReceiveDelivery(WarehouseEventReading reading, ReceiveEvent receiveEvent) {
    this.reading = reading;
    this.receiveEvent = receiveEvent;
  }

  /** Receives one event, and returns whether it took effect. */
  boolean receive(CloudEventReading.Result delivered) {
    List<Violation> violations = new ArrayList<>();
    WarehouseEvent event = read(delivered, "event", "", violations);
    return receive(event == null ? List.of() : List.of(event), violations);
  }

  /**
   * Receives a batch of events in order, and returns whether all took effect.
   *
   * @return true if all events took effect; false if at least one is kept
   * @throws jakarta.ws.rs.WebApplicationException 400 if an event is not valid
   * @throws DatabaseException if an event was not received, or the outcome is unknown
   */
  boolean receiveAll(List<CloudEventReading.Result> delivered) {
    List<Violation> violations = new ArrayList<>();
    List<WarehouseEvent> events = new ArrayList<>();
    for (int i = 0; i < delivered.size(); i++) {
      String place = "[" + i + "]";
      events.add(read(delivered.get(i), place, place + ".", violations));
    }
    return receive(events, violations);
  }

  private WarehouseEvent read(
      CloudEventReading.Result delivered, String whole, String member, List<Violation> violations) {
    if (delivered.event() == null) {
      violations.add(new Violation(whole, Violation.Code.MALFORMED, delivered.objection()));
      return null;
    }
    WarehouseEventReading.Result told = reading.read(delivered.event());
    told.violations()
        .forEach(
            each ->
                violations.add(new Violation(member + each.field(), each.code(), each.message())));
    return told.event();
  }

  private boolean receive(List<WarehouseEvent> events, List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(violations).toException();
    }
    boolean all = true;
    boolean received = false;
    DatabaseException failed = null;
    for (WarehouseEvent event : events) {
      try {
        all &= receiveEvent.receive(event).tookEffect();
        received = true;
      } catch (DatabaseException e) {
        failed = worse(failed, e);
        if (e.failure() == DatabaseFailure.UNAVAILABLE || e.failure() == DatabaseFailure.STALE) {
          break; // Each further event would wait for a connection in vain.
        }
      }
    }
    if (failed != null) {
      throw received ? partlyReceived(failed) : failed;
    }
    return all;
  }

  /**
   * Returns the failure that leaves the sender with more doubt; the first if both leave the same.
   */
  private static DatabaseException worse(DatabaseException one, DatabaseException other) {
    return one == null || rank(other) > rank(one) ? other : one;
  }

  private static int rank(DatabaseException e) {
    return switch (e.failure()) {
      case FAULT -> 2;
      case UNKNOWN -> 1;
      case RETRYABLE, STALE, LOCKED, UNAVAILABLE -> 0;
    };
  }

  /**
   * Returns the failure of a delivery of which a part was received. An answer that means "nothing
   * was done" would not be true of it.
   */
  private static DatabaseException partlyReceived(DatabaseException failed) {
    return rank(failed) > 0
        ? failed
        : new DatabaseException(DatabaseFailure.UNKNOWN, (SQLException) failed.getCause());
  }
}
