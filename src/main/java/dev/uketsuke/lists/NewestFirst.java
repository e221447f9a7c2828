package dev.uketsuke.lists;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds the query of one page of a list that is sorted by {@code received_at} and id, the newest
 * first.
 *
 * <p>Guarantee: each alternative, such as one of several states, is a query of its own with its own
 * end, so that an index which begins with the alternative's column gives its rows in the order of
 * the list. Rules out that a page of one rare state reads through all others.
 */
public final class NewestFirst {

  private final String columns;
  private final String table;
  private final List<String> conditions = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();

  /**
   * Begins a query without conditions.
   *
   * @param columns separated by commas; {@code id} and {@code received_at} are among them
   */
  public NewestFirst(String columns, String table) {
    this.columns = columns;
    this.table = table;
  }

  /**
   * A query and what is to be bound to it.
   *
   * @param values in the order of the placeholders
   */
  public record Statement(String sql, Object[] values) {}

  /** Adds a condition that all rows have to meet; without a value there is none. */
  public NewestFirst where(String condition, Optional<?> value) {
    value.ifPresent(
        given -> {
          conditions.add(condition);
          values.add(given);
        });
    return this;
  }

  /** Adds a condition that has no value. */
  public NewestFirst where(String condition) {
    conditions.add(condition);
    return this;
  }

  /** Adds the usual two ends of a time window: from then on, and before then. */
  public NewestFirst received(Optional<Instant> from, Optional<Instant> before) {
    return where("received_at >= ?", from).where("received_at < ?", before);
  }

  /**
   * Returns the query of a page.
   *
   * @param alternatives conditions of which a row meets exactly one, in words of ours and without
   *     placeholders; empty for none
   * @param after the position that the page follows; empty for the first page
   * @param most how many rows
   */
  public Statement page(List<String> alternatives, Optional<Position> after, int most) {
    after.ifPresent(
        position -> {
          conditions.add("(received_at, id) < (?, ?)");
          values.add(position.at());
          values.add(position.id());
        });
    List<Object> all = new ArrayList<>();
    String end = " ORDER BY received_at DESC, id DESC LIMIT ?";
    String union =
        (alternatives.isEmpty() ? List.of("true") : alternatives)
            .stream()
                .map(
                    alternative -> {
                      all.addAll(values);
                      all.add(most);
                      return "(SELECT "
                          + columns
                          + " FROM "
                          + table
                          + " WHERE "
                          + Stream.concat(Stream.of(alternative), conditions.stream())
                              .collect(Collectors.joining(" AND "))
                          + end
                          + ")";
                    })
                .collect(Collectors.joining(" UNION ALL "));
    all.add(most);
    return new Statement("SELECT * FROM (" + union + ") AS listed" + end, all.toArray());
  }
}
