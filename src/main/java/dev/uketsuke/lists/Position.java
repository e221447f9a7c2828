package dev.uketsuke.lists;

import java.time.Instant;
import java.util.UUID;

/**
 * Where a page of a list ends: the sort key of its last item.
 *
 * @param at the time by which the list is sorted, in whole microseconds at most; {@code
 *     Instant.EPOCH} in a list that is sorted by id alone
 * @param id the item's id, which orders items of the same time
 */
public record Position(Instant at, UUID id) {

  /** Returns the position in a list that is sorted by id alone. */
  public static Position of(UUID id) {
    return new Position(Instant.EPOCH, id);
  }
}
