package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.database.EntityReading;
import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts applications by status.
 *
 * <p>Guarantee: a count is exact up to {@link #EXACT_UP_TO}. Counting stops there, so that it does
 * not become slower with the size of the table, and the answer says that there are more.
 */
@Singleton
class CountApplications {

  /**
   * The greatest exact count: enough for work lists, and cheap enough to count with each request.
   */
  static final int EXACT_UP_TO = 10_000;

  private final Transactions transactions;

  CountApplications(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns one count for each status that the filter names, or for all statuses. */
  ApplicationCounts count(ApplicationFilter filter) {
    Map<String, Object> values = new HashMap<>();
    String sql = sql(filter, values);
    return transactions.run(
        connection ->
            new ApplicationCounts(
                EntityReading.list(connection, Object[].class, sql, values).stream()
                    .map(row -> count((String) row[0], ((Number) row[1]).intValue()))
                    .toList()));
  }

  /** Returns the statement, and puts the values to bind into {@code values}. */
  static String sql(ApplicationFilter filter, Map<String, Object> values) {
    values.put("rows", EXACT_UP_TO + 1);
    return "SELECT s.status, (SELECT count(*) FROM (SELECT 1 FROM "
        + filter.table()
        + filter.where(List.of(), "a.status = s.status", values)
        + filter.countOrder()
        + " LIMIT :rows) counted) FROM (VALUES "
        + filter.statusRows()
        + ") AS s(status)";
  }

  private static ApplicationCounts.Count count(String status, int counted) {
    return new ApplicationCounts.Count(
        ApplicationStatus.valueOf(status), Math.min(counted, EXACT_UP_TO), counted <= EXACT_UP_TO);
  }
}
