package dev.uketsuke.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs SQL statements on a connection that the caller holds.
 *
 * <p>Guarantee: values are bound and never concatenated, and statements and result sets are always
 * closed. A failure is the driver's own {@link SQLException}, so that {@link DatabaseFailure} can
 * classify it. This class commits nothing.
 *
 * <p>Each operation exists twice. The form that takes the values as arguments is for statements
 * whose values are never null, or null where PostgreSQL infers the type. The form that takes a
 * {@link Binding} gives each null its type; use it where a statement runs often and its values are
 * sometimes null, because the driver prepares a statement anew whenever a type changes.
 */
public final class Sql {

  private Sql() {}

  /** Turns the current row into a value. */
  @FunctionalInterface
  public interface Mapper<T> {
    /**
     * Returns the value of the current row; never null.
     *
     * @param row positioned on the row; the mapper must not move it
     */
    T map(ResultSet row) throws SQLException;
  }

  /** Binds the values of a statement in the order of its placeholders. */
  @FunctionalInterface
  public interface Binding {
    /** Adds each value to the parameters. */
    void bind(Parameters parameters) throws SQLException;
  }

  /**
   * Runs a statement that changes rows.
   *
   * @param values in the order of the placeholders; see {@link Parameters#addAll}
   * @return how many rows it changed
   */
  public static int update(Connection connection, String sql, Object... values)
      throws SQLException {
    return update(connection, sql, parameters -> parameters.addAll(values));
  }

  /** Runs a statement that changes rows and returns how many it changed. */
  public static int update(Connection connection, String sql, Binding binding) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, binding)) {
      int changed = statement.executeUpdate();
      Durability.check(statement.getWarnings());
      return changed;
    }
  }

  /**
   * Returns all rows of a query, in its order.
   *
   * @param values in the order of the placeholders; see {@link Parameters#addAll}
   */
  public static <T> List<T> query(
      Connection connection, String sql, Mapper<T> mapper, Object... values) throws SQLException {
    return query(connection, sql, mapper, parameters -> parameters.addAll(values));
  }

  /** Returns all rows of a query, in its order. */
  public static <T> List<T> query(
      Connection connection, String sql, Mapper<T> mapper, Binding binding) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, binding);
        ResultSet rows = statement.executeQuery()) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(mapper.map(rows));
      }
      return found;
    }
  }

  /**
   * Returns the first row of a query; empty if it has none.
   *
   * @param values in the order of the placeholders; see {@link Parameters#addAll}
   */
  public static <T> Optional<T> one(
      Connection connection, String sql, Mapper<T> mapper, Object... values) throws SQLException {
    return one(connection, sql, mapper, parameters -> parameters.addAll(values));
  }

  /** Returns the first row of a query; empty if it has none. */
  public static <T> Optional<T> one(
      Connection connection, String sql, Mapper<T> mapper, Binding binding) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, binding);
        ResultSet rows = statement.executeQuery()) {
      // Outside a transaction the statement is committed by now.
      Durability.check(statement.getWarnings());
      return rows.next() ? Optional.of(mapper.map(rows)) : Optional.empty();
    }
  }

  /**
   * Checks whether a query returns any row, whatever its columns.
   *
   * @param values in the order of the placeholders; see {@link Parameters#addAll}
   */
  public static boolean exists(Connection connection, String sql, Object... values)
      throws SQLException {
    return one(connection, sql, row -> true, values).isPresent();
  }

  private static PreparedStatement prepare(Connection connection, String sql, Binding binding)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      binding.bind(new Parameters(statement));
      return statement;
    } catch (SQLException | RuntimeException | Error failure) {
      statement.close();
      throw failure;
    }
  }
}
