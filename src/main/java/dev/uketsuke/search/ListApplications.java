package dev.uketsuke.search;

import dev.uketsuke.applications.HowToPay;
import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.EntityReading;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.lists.ListQuery;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists applications page by page.
 *
 * <p>Guarantee: pagination is by key (keyset) over an index, so every page costs the same, and no
 * application is shown twice or left out when others are accepted between two pages.
 */
@Singleton
class ListApplications {

  private final Transactions transactions;
  private final FinalChanges finalChanges;
  private final HowToPay howToPay;

  ListApplications(Transactions transactions, FinalChanges finalChanges, HowToPay howToPay) {
    this.transactions = transactions;
    this.finalChanges = finalChanges;
    this.howToPay = howToPay;
  }

  /**
   * Returns one page.
   *
   * @param withAccount whether each item contains the account that the application belongs to
   */
  ApplicationPage list(ApplicationQuery query, boolean withAccount) {
    return ListQuery.page(
        rows(query.page(query.limit() + 1, query.after())),
        query.limit(),
        query.scope(),
        row -> howToPay.tell(row.summary(withAccount)),
        query::positionOf,
        ApplicationPage::new);
  }

  /** Returns the applications of a page, up to its limit. */
  List<ShippingApplication> rows(ApplicationQuery query) {
    return transactions.run(connection -> rows(connection, query));
  }

  private List<ShippingApplication> rows(Connection connection, ApplicationQuery query)
      throws SQLException {
    Map<String, Object> values = new HashMap<>();
    List<String> conditions = new ArrayList<>();
    if (query.sort() == ApplicationSort.UPDATED) {
      conditions.add("a.updated_at < :final");
      values.put("final", finalChanges.until(connection));
    }
    String sql = sql(query, conditions, values);
    return EntityReading.list(connection, ShippingApplication.class, sql, values);
  }

  /** Returns the statement, and puts the values to bind into {@code values}. */
  static String sql(ApplicationQuery query, List<String> conditions, Map<String, Object> values) {
    query
        .after()
        .ifPresent(
            position -> {
              conditions.add(query.sort().after("a"));
              values.put("at", position.at());
              values.put("id", position.id());
            });
    values.put("rows", query.limit());
    return "SELECT {a.*} FROM "
        + query.filter().from(conditions, query.sort(), values)
        + " "
        + query.sort().orderBy("a")
        + " LIMIT :rows";
  }
}
