package dev.uketsuke.lists;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One page of a list that has one filter by state and is sorted by id, newest first.
 *
 * <p>Guarantee: keyset pagination, so that a page costs the same at any depth, and nothing is shown
 * twice or left out when new rows are written between two pages.
 *
 * @param state in which state; empty for any
 * @param limit at most so many
 * @param cursor the last id of the page before; empty for the first page
 * @param scope what the cursor of the next page is good for
 */
public record ListQuery<E extends Enum<E>>(
    Optional<E> state, int limit, Optional<UUID> cursor, String scope) {

  private static final UUID BEYOND_ALL = new UUID(-1L, -1L);

  /** Returns the id that all ids on the page are smaller than, by the database's order. */
  public UUID before() {
    return cursor.orElse(BEYOND_ALL);
  }

  /**
   * Returns the page.
   *
   * @param rows newest first; one more than {@link #limit()} tells that there is a next page
   * @param page takes the items and the cursor of the next page, null on the last one
   */
  public <R, V, P> P page(
      List<R> rows,
      Function<R, V> view,
      Function<R, UUID> id,
      BiFunction<List<V>, String, P> page) {
    return page(rows, limit, scope, view, row -> Position.of(id.apply(row)), page);
  }

  /**
   * Returns the page of any list.
   *
   * @param rows in the order of the list; more than the limit tell that there is a next page
   * @param scope what the cursor of the next page is good for
   * @param position takes the sort key of a row
   * @param page takes the items and the cursor of the next page, null on the last one
   */
  public static <R, V, P> P page(
      List<R> rows,
      int limit,
      String scope,
      Function<R, V> view,
      Function<R, Position> position,
      BiFunction<List<V>, String, P> page) {
    boolean more = rows.size() > limit;
    List<R> shown = more ? rows.subList(0, limit) : rows;
    return page.apply(
        shown.stream().map(view).toList(),
        more ? Cursor.after(scope, position.apply(shown.get(shown.size() - 1))) : null);
  }
}
