package dev.uketsuke.lists;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One page of a list that has one filter by state and is sorted by id, newest first.
 *
 * <p>Guarantee: pagination is by key (keyset), so every page costs the same, and no item is shown
 * twice or left out when rows are written between two pages.
 *
 * @param state the state of the items; empty for any
 * @param limit the greatest number of items
 * @param cursor the last id of the page before; empty for the first page
 * @param scope the filters and the sort order, to which the next page's cursor is bound
 */
public record ListQuery<E extends Enum<E>>(
    Optional<E> state, int limit, Optional<UUID> cursor, String scope) {

  private static final UUID BEYOND_ALL = new UUID(-1L, -1L);

  /** Returns an id that is greater, by the database's order, than all ids on the page. */
  public UUID before() {
    return cursor.orElse(BEYOND_ALL);
  }

  /**
   * Returns the page.
   *
   * @param rows newest first; more rows than {@link #limit()} mean that there is a next page
   * @param view makes the item that is shown from a row
   * @param id returns the id of a row
   * @param page makes the page from the items and the next page's cursor, which is null on the last
   *     page
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
   * @param rows in the order of the list; more rows than the limit mean that there is a next page
   * @param scope the filters and the sort order, to which the next page's cursor is bound
   * @param view makes the item that is shown from a row
   * @param position returns the sort key of a row
   * @param page makes the page from the items and the next page's cursor, which is null on the last
   *     page
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
