package dev.uketsuke.applications;

import dev.uketsuke.lists.ListQuery;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists applications, newest first. */
@Singleton
class ListApplications {

  /**
   * Lists.
   *
   * @param account whose; empty for all
   */
  ApplicationPage list(Optional<String> account, ListQuery<ApplicationStatus> query) {
    List<String> conditions = new ArrayList<>();
    Map<String, Object> parameters = new HashMap<>();
    account.ifPresent(value -> where(conditions, parameters, "accountId = :a", "a", value));
    query.state().ifPresent(value -> where(conditions, parameters, "status = :s", "s", value));
    query.cursor().ifPresent(value -> where(conditions, parameters, "id < :i", "i", value));
    String where = conditions.isEmpty() ? "" : "where " + String.join(" and ", conditions);
    List<ShippingApplication> rows =
        ShippingApplication.<ShippingApplication>find(
                "from ShippingApplication " + where + " order by id desc", parameters)
            .range(0, query.limit())
            .list();
    return query.page(
        rows, row -> row.summary(account.isEmpty()), ShippingApplication::id, ApplicationPage::new);
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
