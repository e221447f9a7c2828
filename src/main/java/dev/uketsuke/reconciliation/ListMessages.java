package dev.uketsuke.reconciliation;

import dev.uketsuke.applications.Cursor;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Lists messages out, newest first, by keyset pagination. */
@Singleton
class ListMessages {

  private static final UUID BEYOND_ALL = new UUID(-1L, -1L);

  /**
   * Lists.
   *
   * @param state in which state; empty for any
   * @param limit at most so many
   * @param after the last id of the page before; empty for the first page
   */
  OutboxPage list(Optional<OutboxState> state, int limit, Optional<UUID> after) {
    // One more than asked for tells whether there is a next page.
    List<OutboxRow> rows =
        OutboxRow.<OutboxRow>find(
                "from OutboxRow where " + condition(state) + "id < ?1 order by id desc",
                after.orElse(BEYOND_ALL))
            .range(0, limit)
            .list();
    boolean more = rows.size() > limit;
    List<OutboxRow> shown = more ? rows.subList(0, limit) : rows;
    return new OutboxPage(
        shown.stream().map(OutboxRow::view).toList(),
        more ? Cursor.after(shown.get(shown.size() - 1).id()) : null);
  }

  private static String condition(Optional<OutboxState> state) {
    return state
        .map(
            value ->
                switch (value) {
                  case PENDING -> "sentAt is null and parkedAt is null and ";
                  case PARKED -> "parkedAt is not null and ";
                  case SENT -> "sentAt is not null and ";
                })
        .orElse("");
  }
}
