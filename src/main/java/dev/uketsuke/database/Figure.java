package dev.uketsuke.database;

import jakarta.inject.Singleton;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;

/**
 * A number that the database is asked for each time it is shown.
 *
 * <p>Guarantee: all instances report the same, and a restart forgets nothing. While the database
 * cannot be asked there is no value rather than a wrong one.
 */
@Singleton
public class Figure {

  private static final long NEVER = 0;

  /**
   * So that all figures of one scrape together wait for a database that is away no longer than one.
   */
  private static final long QUIET_NANOS = Duration.ofSeconds(5).toNanos();

  private final Transactions transactions;
  private volatile long failed = NEVER;

  Figure(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Asks.
   *
   * @param sql for one number, with one parameter; bounded, or by an index
   * @return NaN if it is not known at the moment
   */
  public double of(String sql, String parameter) {
    long last = failed;
    if (last != NEVER && System.nanoTime() - last < QUIET_NANOS) {
      return Double.NaN;
    }
    try {
      return transactions.run(
          connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
              select.setString(1, parameter);
              try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getDouble(1);
              }
            }
          });
    } catch (DatabaseException unknown) {
      failed = System.nanoTime();
      return Double.NaN;
    }
  }
}
