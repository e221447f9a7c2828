package dev.uketsuke.warehouse;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.settlement.SettlementOutcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Settles by hand many received events with one note.
 *
 * <p>Guarantee: each event is settled in a transaction of its own, by the same rules as one alone.
 * So a run that breaks off has settled some and left the others open, and running it again goes on
 * from there.
 */
@Singleton
class SettleEvents {

  /** A request must end while somebody waits for it. */
  private static final int MOST = 100;

  private static final Set<InboxState> OPEN = EnumSet.of(InboxState.WAITING, InboxState.PARKED);

  private final ListEvents listEvents;
  private final SettleEvent settleEvent;

  SettleEvents(ListEvents listEvents, SettleEvent settleEvent) {
    this.listEvents = listEvents;
    this.settleEvent = settleEvent;
  }

  /**
   * What was done.
   *
   * @param settled how many events were settled now
   * @param more whether there are more that fit the filter
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "SettledEvents")
  record Settled(
      @Schema(required = true, description = "How many were settled now.") int settled,
      @Schema(required = true, description = "Whether more fit the filter: send it again.")
          boolean more) {}

  /**
   * Settles the open events that fit the filter, the newest first.
   *
   * @param filter not empty
   * @param note what the person has to say
   */
  Settled settle(EventFilter filter, String note) {
    List<EventView> open =
        filter
            .within(OPEN)
            .map(fitting -> listEvents.rows(fitting, Optional.empty(), MOST + 1))
            .orElse(List.of());
    int settled = 0;
    for (EventView event : open.subList(0, Math.min(MOST, open.size()))) {
      boolean now =
          settleEvent.settle(event.id(), note).equals(Optional.of(SettlementOutcome.SETTLED));
      settled += now ? 1 : 0;
    }
    return new Settled(settled, open.size() > MOST);
  }
}
