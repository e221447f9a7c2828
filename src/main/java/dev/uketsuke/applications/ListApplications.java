package dev.uketsuke.applications;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Lists applications, newest first.
 *
 * <p>Guarantee: keyset pagination, so that a page costs the same at any depth and nothing is shown
 * twice or left out when new applications come in between two pages.
 */
@Singleton
class ListApplications {

  /**
   * What to list.
   *
   * @param account whose; empty for all
   * @param status in which status; empty for any
   * @param limit at most so many
   * @param after the last id of the page before; empty for the first page
   */
  record Query(
      Optional<String> account,
      Optional<ApplicationStatus> status,
      int limit,
      Optional<UUID> after) {}

  ApplicationPage list(Query query) {
    List<String> conditions = new ArrayList<>();
    Map<String, Object> parameters = new HashMap<>();
    query.account().ifPresent(value -> where(conditions, parameters, "accountId = :a", "a", value));
    query.status().ifPresent(value -> where(conditions, parameters, "status = :s", "s", value));
    query.after().ifPresent(value -> where(conditions, parameters, "id < :i", "i", value));
    String where = conditions.isEmpty() ? "" : "where " + String.join(" and ", conditions);
    // One more than asked for tells whether there is a next page.
    List<ShippingApplication> rows =
        ShippingApplication.<ShippingApplication>find(
                "from ShippingApplication " + where + " order by id desc", parameters)
            .range(0, query.limit())
            .list();
    boolean more = rows.size() > query.limit();
    List<ShippingApplication> shown = more ? rows.subList(0, query.limit()) : rows;
    boolean allAccounts = query.account().isEmpty();
    return new ApplicationPage(
        shown.stream().map(row -> row.summary(allAccounts)).toList(),
        more ? Cursor.after(shown.get(shown.size() - 1).id()) : null);
  }

  private static void where(
      List<String> conditions,
      Map<String, Object> parameters,
      String condition,
      String name,
      Object value) {
    conditions.add(condition);
    parameters.put(name, value);
  }
}
