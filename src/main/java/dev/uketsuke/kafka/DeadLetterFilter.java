package dev.uketsuke.kafka;

import dev.uketsuke.lists.NewestFirst;
import dev.uketsuke.lists.Position;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Which dead letters a list shows, or a person settles or has read again; everything that is given
 * has to fit.
 *
 * @param states any of them; empty for all
 * @param topic that the record came from
 * @param applicationId that the record seems to be about
 * @param receivedFrom put aside then or later
 * @param receivedBefore put aside before then
 */
public record DeadLetterFilter(
    Set<DeadLetterState> states,
    Optional<String> topic,
    Optional<UUID> applicationId,
    Optional<Instant> receivedFrom,
    Optional<Instant> receivedBefore) {

  /** Returns the filter that lets everything through. */
  public static DeadLetterFilter all() {
    return new DeadLetterFilter(
        Set.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Checks whether it lets everything through. */
  public boolean isEmpty() {
    return equals(all());
  }

  /** Returns this filter, restricted to open letters as well; empty if no letter can fit. */
  public Optional<DeadLetterFilter> open() {
    return states.isEmpty() || states.contains(DeadLetterState.OPEN)
        ? Optional.of(
            new DeadLetterFilter(
                EnumSet.of(DeadLetterState.OPEN),
                topic,
                applicationId,
                receivedFrom,
                receivedBefore))
        : Optional.empty();
  }

  /**
   * Returns the query of a page, the newest first.
   *
   * @param columns of {@code dead_letter}, with {@code id} and {@code received_at}
   */
  NewestFirst.Statement page(String columns, Optional<Position> after, int most) {
    Set<DeadLetterState> shown = states.isEmpty() ? EnumSet.allOf(DeadLetterState.class) : states;
    return new NewestFirst(columns, "dead_letter")
        .received(receivedFrom, receivedBefore)
        .where("topic = ?", topic)
        .where("application_id = ?", applicationId)
        .page(shown.stream().map(state -> "state = '" + state + "'").toList(), after, most);
  }
}
