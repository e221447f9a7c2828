package dev.uketsuke.database;

import jakarta.inject.Singleton;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/**
 * A number that the database is asked for each time it is shown.
 *
 * <p>Guarantee: all instances report the same, and a restart forgets nothing. While the database
 * cannot be asked there is no value rather than a wrong one.
 */
@Singleton
public class Figure {

  private final Transactions transactions;

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
      return Double.NaN;
    }
  }
}
