package dev.uketsuke.lists;

import java.time.Instant;
import java.util.UUID;

/**
 * The position in a list at which a page ends: the sort key of its last item.
 *
 * @param at the time by which the list is sorted, in whole microseconds; {@code Instant.EPOCH} in a
 *     list that is sorted by id only
 * @param id the id of the item, which orders items of the same time
 */
public record Position(Instant at, UUID id) {

  /** Returns the position of an id in a list that is sorted by id only. */
  public static Position of(UUID id) {
    return new Position(Instant.EPOCH, id);
  }
}
