package dev.uketsuke.warehouse;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.AfterMove;
import dev.uketsuke.applications.ApplicationLife;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.applications.Move;
import dev.uketsuke.applications.MoveDecision;
import dev.uketsuke.applications.MoveOutcome;
import dev.uketsuke.http.CurrentTrace;
import dev.uketsuke.inbox.Inbox;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.inbox.OpenMessage;
import dev.uketsuke.json.StrictJson;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * Applies the received events of an application as far as its status allows them.
 *
 * <p>Guarantee: this runs under the application's lock after every new event and every move, so no
 * event waits that could be applied. An event and its move are committed together. An event that
 * can never be applied is parked for a person.
 */
@Singleton
class MatchEvents implements AfterMove {

  /** The reason of a parked event whose move the application can no longer make. */
  static final String NO_LONGER_POSSIBLE = "NO_LONGER_POSSIBLE";

  private final Inbox inbox;
  private final StrictJson json;
  private final Applications applications;

  MatchEvents(Inbox inbox, StrictJson json, Applications applications) {
    this.inbox = inbox;
    this.json = json;
    this.applications = applications;
  }

  private record Open(UUID id, EventKind kind, String waybillNumber, String traceparent) {}

  @Override
  public int order() {
    return FACTS;
  }

  @Override
  public void moved(Connection connection, UUID applicationId) throws SQLException {
    for (Open event : open(connection, applicationId)) {
      if (apply(connection, applicationId, event)) {
        return; // The move has called this method again, which has handled the open events.
      }
    }
  }

  /** Returns the open events in the order in which they happen, whatever their order of arrival. */
  private List<Open> open(Connection connection, UUID applicationId) throws SQLException {
    List<Open> open = new ArrayList<>();
    for (OpenMessage message : inbox.open(connection, applicationId)) {
      EventKind.of(message.type())
          .ifPresent(
              kind ->
                  open.add(
                      new Open(message.id(), kind, waybillNumber(message), message.traceparent())));
    }
    open.sort(Comparator.comparing(Open::kind));
    return open;
  }

  private String waybillNumber(OpenMessage message) {
    return json.object(message.data().getBytes(StandardCharsets.UTF_8))
        .map(data -> data.get("waybillNumber"))
        .map(number -> number.textValue())
        .orElse(null);
  }

  /** Applies an event if possible, and returns true if it moved the application. */
  private boolean apply(Connection connection, UUID applicationId, Open event) throws SQLException {
    Optional<ApplicationLife> found = applications.find(connection, applicationId);
    if (found.isEmpty()) {
      inbox.decide(connection, event.id(), InboxState.PARKED, Inbox.UNKNOWN_SUBJECT);
      return false;
    }
    return switch (move(event, found.get()).decision()) {
      case MOVES -> {
        // This comes before the move, because the move calls moved() again, which must not find the
        // event open.
        inbox.decide(connection, event.id(), InboxState.APPLIED, null);
        move(connection, applicationId, event);
        recordWaybill(connection, applicationId, event);
        yield true;
      }
      case REPEATS -> {
        inbox.decide(connection, event.id(), InboxState.APPLIED, null);
        recordWaybill(connection, applicationId, event);
        yield false;
      }
      case ILLEGAL -> {
        boolean ahead = event.kind().isAheadOf(found.get().status());
        inbox.decide(
            connection,
            event.id(),
            ahead ? InboxState.WAITING : InboxState.PARKED,
            ahead ? null : NO_LONGER_POSSIBLE);
        yield false;
      }
      case OTHER_FEE, LEFT_TO_PAYMENTS ->
          throw new IllegalStateException("An event of the warehouse neither sets a fee nor pays.");
    };
  }

  private static Move move(Open event, ApplicationLife life) {
    return event.kind().move(life, event.waybillNumber());
  }

  /** Makes the move; the application is locked, so the decision is still valid. */
  private void move(Connection connection, UUID applicationId, Open event) throws SQLException {
    try {
      Callable<Optional<MoveOutcome>> move =
          () -> applications.move(connection, applicationId, life -> move(event, life));
      MoveOutcome outcome =
          (event.traceparent() == null
                  ? move.call()
                  : CurrentTrace.during(event.traceparent(), move))
              .orElseThrow();
      if (outcome.decision() != MoveDecision.MOVES) {
        throw new IllegalStateException("Application " + applicationId + " moved under its lock.");
      }
    } catch (SQLException | RuntimeException e) {
      throw e;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void recordWaybill(Connection connection, UUID applicationId, Open event)
      throws SQLException {
    if (event.waybillNumber() != null) {
      applications.recordWaybill(connection, applicationId, Actor.WAREHOUSE, event.waybillNumber());
    }
  }
}
