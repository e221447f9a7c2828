package dev.uketsuke.outbox;

import dev.uketsuke.database.TimeLimited;
import dev.uketsuke.lists.ListQuery;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Lists messages out, newest first. */
@Singleton
class ListMessages {

  /** True of every message: open and closed ones have an index of an application's each. */
  private static final String OPEN_OR_CLOSED =
      "(sentAt is null and parkedAt is null or sentAt is not null or parkedAt is not null) and ";

  OutboxPage list(ListQuery<OutboxState> query, MessageFilter.Condition condition) {
    List<OutboxRow> rows = rows(query.state(), condition, query.before(), query.limit() + 1);
    return query.page(rows, OutboxRow::view, OutboxRow::id, OutboxPage::new);
  }

  /** Returns the ids of parked messages, newest first, up to a limit. */
  List<UUID> parked(MessageFilter.Condition condition, UUID before, int limit) {
    return rows(Optional.of(OutboxState.PARKED), condition, before, limit).stream()
        .map(OutboxRow::id)
        .toList();
  }

  /** Returns at most so many messages, newest first. */
  @TimeLimited
  static List<OutboxRow> rows(
      Optional<OutboxState> state, MessageFilter.Condition condition, UUID before, int limit) {
    Map<String, Object> values = new HashMap<>(condition.values());
    values.put("before", before);
    return OutboxRow.<OutboxRow>find(
            "from OutboxRow where "
                + state.map(ListMessages::text).orElse(OPEN_OR_CLOSED)
                + condition.text()
                + " and id < :before order by id desc",
            values)
        .range(0, limit - 1)
        .list();
  }

  private static String text(OutboxState state) {
    return switch (state) {
      case PENDING -> "sentAt is null and parkedAt is null and ";
      case PARKED -> "parkedAt is not null and ";
      case SENT -> "sentAt is not null and not dropped and ";
      case DROPPED -> "dropped and ";
    };
  }
}
