package dev.uketsuke.warehouse;

import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.lists.ListQuery;
import dev.uketsuke.lists.NewestFirst.Statement;
import dev.uketsuke.lists.Position;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Lists received events, newest first. */
@Singleton
class ListEvents {

  static final String COLUMNS =
      "id, source, message_id, type, subject, received_at, state, reason, note, settled_at";

  private static final String FIND = "SELECT " + COLUMNS + " FROM inbox WHERE id = ?";

  private final Transactions transactions;

  ListEvents(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns one page of the events that fit the filter.
   *
   * @param scope what the cursor of the next page is good for
   */
  EventPage list(EventFilter filter, Optional<Position> after, int limit, String scope) {
    return ListQuery.page(
        rows(filter, after, limit + 1),
        limit,
        scope,
        event -> event,
        ListEvents::position,
        EventPage::new);
  }

  /** Returns the events that fit the filter and follow the position, at most so many. */
  List<EventView> rows(EventFilter filter, Optional<Position> after, int most) {
    Statement page = filter.page(COLUMNS, after, most);
    return transactions.run(c -> Sql.query(c, page.sql(), ListEvents::view, page.values()));
  }

  /** Returns one event as it is recorded now; it has to exist. */
  EventView current(UUID id) {
    return transactions.run(c -> Sql.one(c, FIND, ListEvents::view, id)).orElseThrow();
  }

  /** Returns where an event stands in the list. */
  static Position position(EventView event) {
    return new Position(event.receivedAt(), event.id());
  }

  private static EventView view(ResultSet row) throws SQLException {
    return new EventView(
        row.getObject("id", UUID.class),
        row.getString("source"),
        row.getString("message_id"),
        row.getString("type"),
        row.getObject("subject", UUID.class),
        time(row, "received_at"),
        InboxState.valueOf(row.getString("state")),
        row.getString("reason"),
        row.getString("note"),
        time(row, "settled_at"));
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
