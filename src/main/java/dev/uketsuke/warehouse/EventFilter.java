package dev.uketsuke.warehouse;

import dev.uketsuke.inbox.Inbox;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.lists.NewestFirst;
import dev.uketsuke.lists.Position;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Which received events a list shows, or a person settles or tries again; everything that is given
 * has to fit.
 *
 * @param states any of them; empty for all
 * @param reasons any of {@link #REASONS}; empty for all
 * @param types any of the CloudEvents types that are known; empty for all
 * @param applicationId as the sender says
 * @param receivedFrom received then or later
 * @param receivedBefore received before then
 */
record EventFilter(
    Set<InboxState> states,
    Set<String> reasons,
    Set<String> types,
    Optional<UUID> applicationId,
    Optional<Instant> receivedFrom,
    Optional<Instant> receivedBefore) {

  /** Why an event can be parked. */
  static final List<String> REASONS =
      List.of(Inbox.UNKNOWN_SUBJECT, Inbox.CONTRADICTION, MatchEvents.NO_LONGER_POSSIBLE);

  /** What events can tell. */
  static final List<String> TYPES = Arrays.stream(EventKind.values()).map(EventKind::type).toList();

  /** Checks whether it lets everything through. */
  boolean isEmpty() {
    return states.isEmpty()
        && reasons.isEmpty()
        && types.isEmpty()
        && applicationId.isEmpty()
        && receivedFrom.isEmpty()
        && receivedBefore.isEmpty();
  }

  /** Returns this filter, restricted to these states as well; empty if no event can fit. */
  Optional<EventFilter> within(Set<InboxState> further) {
    Set<InboxState> both = EnumSet.copyOf(further);
    if (!states.isEmpty()) {
      both.retainAll(states);
    }
    return both.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new EventFilter(both, reasons, types, applicationId, receivedFrom, receivedBefore));
  }

  /**
   * Returns the query of a page, the newest first.
   *
   * @param columns of {@code inbox}, with {@code id} and {@code received_at}
   */
  NewestFirst.Statement page(String columns, Optional<Position> after, int most) {
    NewestFirst page = new NewestFirst(columns, "inbox").received(receivedFrom, receivedBefore);
    page.where("type = ANY (?)", Optional.of(List.copyOf(types)).filter(some -> !some.isEmpty()));
    page.where("subject = ?", applicationId);
    if (applicationId.isPresent()) { // Few events, whatever they are.
      if (!states.isEmpty()) {
        page.where("state = ANY (?)", Optional.of(states.stream().map(Enum::name).toList()));
      }
      if (!reasons.isEmpty()) {
        page.where("reason = ANY (?)", Optional.of(List.copyOf(reasons)));
      }
      return page.page(List.of(), after, most);
    }
    if (!reasons.isEmpty()) {
      if (!states.isEmpty()) {
        page.where("state = ANY (?)", Optional.of(states.stream().map(Enum::name).toList()));
      }
      return page.page(alternatives("reason", reasons), after, most);
    }
    Set<InboxState> shown = states.isEmpty() ? EnumSet.allOf(InboxState.class) : states;
    return page.page(alternatives("state", shown.stream().map(Enum::name).toList()), after, most);
  }

  /** The values are words of ours, never what a request says. */
  private static List<String> alternatives(String column, Iterable<String> words) {
    List<String> alternatives = new java.util.ArrayList<>();
    words.forEach(word -> alternatives.add(column + " = '" + word + "'"));
    return alternatives;
  }
}
