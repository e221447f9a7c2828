package dev.uketsuke.warehouse;

import dev.uketsuke.database.TimeLimited;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.lists.ListQuery;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists received events, newest first. */
@Singleton
class ListEvents {

  @TimeLimited
  EventPage list(ListQuery<InboxState> query) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("before", query.before());
    query.state().ifPresent(value -> parameters.put("state", value));
    List<ReceivedEvent> rows =
        ReceivedEvent.<ReceivedEvent>find(
                "from ReceivedEvent where "
                    + query.state().map(ListEvents::condition).orElse("")
                    + "id < :before order by id desc",
                parameters)
            .range(0, query.limit())
            .list();
    return query.page(rows, ReceivedEvent::view, ReceivedEvent::id, EventPage::new);
  }

  /** Returns a condition in the form of the partial index on events that did not take effect. */
  private static String condition(InboxState state) {
    return state == InboxState.APPLIED
        ? "state = :state and "
        : "state = :state and state <> 'APPLIED' and ";
  }
}
