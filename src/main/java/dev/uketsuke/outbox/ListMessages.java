package dev.uketsuke.outbox;

import dev.uketsuke.lists.ListQuery;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Lists messages out, newest first. */
@Singleton
class ListMessages {

  OutboxPage list(ListQuery<OutboxState> query) {
    List<OutboxRow> rows =
        OutboxRow.<OutboxRow>find(
                "from OutboxRow where " + condition(query.state()) + "id < ?1 order by id desc",
                query.before())
            .range(0, query.limit())
            .list();
    return query.page(rows, OutboxRow::view, OutboxRow::id, OutboxPage::new);
  }

  private static String condition(Optional<OutboxState> state) {
    return state
        .map(
            value ->
                switch (value) {
                  case PENDING -> "sentAt is null and parkedAt is null and ";
                  case PARKED -> "parkedAt is not null and ";
                  case SENT -> "sentAt is not null and not dropped and ";
                  case DROPPED -> "dropped and ";
                })
        .orElse("");
  }
}
