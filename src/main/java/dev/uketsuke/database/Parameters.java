package dev.uketsuke.database;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;

/** Binds the parameters of a statement in order, each with its own null type. */
public final class Parameters {

  private final PreparedStatement statement;
  private int position;

  public Parameters(PreparedStatement statement) {
    this.statement = statement;
  }

  public Parameters add(UUID value) throws SQLException {
    statement.setObject(++position, value);
    return this;
  }

  public Parameters add(String value) throws SQLException {
    statement.setString(++position, value);
    return this;
  }

  public Parameters add(byte[] value) throws SQLException {
    statement.setBytes(++position, value);
    return this;
  }

  public Parameters add(double value) throws SQLException {
    statement.setDouble(++position, value);
    return this;
  }

  public Parameters add(Integer value) throws SQLException {
    statement.setObject(++position, value, Types.INTEGER);
    return this;
  }

  public Parameters add(BigDecimal value) throws SQLException {
    statement.setBigDecimal(++position, value);
    return this;
  }

  public Parameters add(List<String> value) throws SQLException {
    if (value == null) {
      statement.setNull(++position, Types.ARRAY);
    } else {
      statement.setArray(
          ++position, statement.getConnection().createArrayOf("text", value.toArray()));
    }
    return this;
  }
}
