package dev.uketsuke.warehouse;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.AfterMove;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.applications.MoveOutcome;
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

/**
 * Applies what the warehouse told us of an application, as far as the application allows it.
 *
 * <p>Guarantee: run under the application's lock after every new event and every move, so that
 * nothing waits that could be applied. An event and the move it makes are committed together. What
 * can never be applied any more is for a person.
 */
@Singleton
class MatchEvents implements AfterMove {

  /** Why an event is parked whose application can no longer come to what it tells. */
  static final String NO_LONGER_POSSIBLE = "NO_LONGER_POSSIBLE";

  private final Inbox inbox;
  private final StrictJson json;
  private final Applications applications;

  MatchEvents(Inbox inbox, StrictJson json, Applications applications) {
    this.inbox = inbox;
    this.json = json;
    this.applications = applications;
  }

  private record Open(UUID id, EventKind kind, String waybillNumber) {}

  @Override
  public int order() {
    return FACTS;
  }

  @Override
  public void moved(Connection connection, UUID applicationId) throws SQLException {
    for (Open event : open(connection, applicationId)) {
      if (apply(connection, applicationId, event)) {
        return; // The move has called this again, for all that was still open.
      }
    }
  }

  /** In the order in which it happens to a parcel, whatever the order of arrival. */
  private List<Open> open(Connection connection, UUID applicationId) throws SQLException {
    List<Open> open = new ArrayList<>();
    for (OpenMessage message : inbox.open(connection, applicationId)) {
      EventKind.of(message.type())
          .ifPresent(kind -> open.add(new Open(message.id(), kind, waybillNumber(message))));
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

  /** Returns whether it moved the application. */
  private boolean apply(Connection connection, UUID applicationId, Open event) throws SQLException {
    Optional<MoveOutcome> outcome =
        applications.move(
            connection, applicationId, life -> event.kind().move(life, event.waybillNumber()));
    if (outcome.isEmpty()) {
      inbox.decide(connection, event.id(), InboxState.PARKED, Inbox.UNKNOWN_SUBJECT);
      return false;
    }
    ApplicationStatus status = outcome.get().life().status();
    return switch (outcome.get().verdict()) {
      case MOVES -> {
        applied(connection, applicationId, event);
        yield true;
      }
      case REPEATS -> {
        applied(connection, applicationId, event);
        yield false;
      }
      case ILLEGAL -> {
        boolean ahead = event.kind().isAheadOf(status);
        inbox.decide(
            connection,
            event.id(),
            ahead ? InboxState.WAITING : InboxState.PARKED,
            ahead ? null : NO_LONGER_POSSIBLE);
        yield false;
      }
      case OTHER_FEE, LEFT_TO_PAYMENTS ->
          throw new IllegalStateException("events neither set fees nor pay");
    };
  }

  private void applied(Connection connection, UUID applicationId, Open event) throws SQLException {
    inbox.decide(connection, event.id(), InboxState.APPLIED, null);
    if (event.waybillNumber() != null) {
      applications.recordWaybill(connection, applicationId, Actor.WAREHOUSE, event.waybillNumber());
    }
  }
}
