package dev.uketsuke.warehouse;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.inbox.CloudEventReading;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the events that came with one request.
 *
 * <p>Guarantee: none is received unless all can be read; then each is, in a transaction of its own,
 * so that one which fails holds up none of the others. If any failed the delivery has failed: the
 * sender delivers all of it again, which does no harm (P9).
 */
@Singleton
class ReceiveDelivery {

  private final WarehouseEventReading reading;
  private final ReceiveEvent receiveEvent;

  ReceiveDelivery(WarehouseEventReading reading, ReceiveEvent receiveEvent) {
    this.reading = reading;
    this.receiveEvent = receiveEvent;
  }

  /** One event. */
  boolean receive(CloudEventReading.Result delivered) {
    List<Violation> violations = new ArrayList<>();
    WarehouseEvent event = read(delivered, "event", "", violations);
    return receive(event == null ? List.of() : List.of(event), violations);
  }

  /**
   * A batch of events, in the order of arrival.
   *
   * @return whether all took effect; otherwise some are kept
   * @throws jakarta.ws.rs.WebApplicationException 400 if one is no event of ours
   * @throws DatabaseException if one could not be received, or nobody knows
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
    DatabaseException failed = null;
    for (WarehouseEvent event : events) {
      try {
        all &= receiveEvent.receive(event).tookEffect();
      } catch (DatabaseException e) {
        failed = e;
        if (e.failure() == DatabaseFailure.UNAVAILABLE || e.failure() == DatabaseFailure.STALE) {
          break; // The others would each wait in vain for a connection.
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
    return all;
  }
}
