package dev.uketsuke.database;

import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Queries the database for the value of a gauge, each time metrics are collected.
 *
 * <p>Guarantee: all instances report the same value, and a restart changes nothing. While the
 * database cannot be queried the value is NaN rather than a wrong number.
 */
@Singleton
public class GaugeQuery {

  private static final long NEVER = 0;

  /**
   * The time after a failure in which nothing is queried, so that a scrape of many gauges waits
   * only once for a database that does not answer.
   */
  private static final long QUIET_NANOS = Duration.ofSeconds(5).toNanos();

  private final Transactions transactions;
  private volatile long failed = NEVER;

  GaugeQuery(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns the number that a query selects.
   *
   * @param sql selects one number and has one parameter; it must read few rows, or use an index
   * @return the number; NaN if the database could not be queried now or a moment ago
   */
  public double value(String sql, String parameter) {
    long last = failed;
    if (last != NEVER && System.nanoTime() - last < QUIET_NANOS) {
      return Double.NaN;
    }
    try {
      return transactions.run(
          connection -> Sql.one(connection, sql, row -> row.getDouble(1), parameter).orElseThrow());
    } catch (DatabaseException unknown) {
      failed = System.nanoTime();
      return Double.NaN;
    }
  }
}
