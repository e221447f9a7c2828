package dev.uketsuke.database;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/**
 * Binds the parameters of a statement in order, and gives each null the type of its parameter.
 *
 * <p>This class alone decides which PostgreSQL type belongs to a Java type.
 */
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

  public Parameters add(int value) throws SQLException {
    statement.setInt(++position, value);
    return this;
  }

  public Parameters add(double value) throws SQLException {
    statement.setDouble(++position, value);
    return this;
  }

  public Parameters add(boolean value) throws SQLException {
    statement.setBoolean(++position, value);
    return this;
  }

  public Parameters add(Integer value) throws SQLException {
    statement.setObject(++position, value, Types.INTEGER);
    return this;
  }

  public Parameters add(Long value) throws SQLException {
    statement.setObject(++position, value, Types.BIGINT);
    return this;
  }

  public Parameters add(BigDecimal value) throws SQLException {
    statement.setBigDecimal(++position, value);
    return this;
  }

  /** Binds a {@code timestamptz}; PostgreSQL keeps microseconds. */
  public Parameters add(Instant value) throws SQLException {
    OffsetDateTime time = value == null ? null : value.atOffset(ZoneOffset.UTC);
    statement.setObject(++position, time, Types.TIMESTAMP_WITH_TIMEZONE);
    return this;
  }

  /** Binds a {@code text[]}. */
  public Parameters add(List<String> value) throws SQLException {
    if (value == null) {
      statement.setNull(++position, Types.ARRAY);
    } else {
      statement.setArray(
          ++position, statement.getConnection().createArrayOf("text", value.toArray()));
    }
    return this;
  }

  /** Binds an {@code integer[]}; not null. */
  public Parameters add(Integer[] value) throws SQLException {
    statement.setArray(++position, statement.getConnection().createArrayOf("integer", value));
    return this;
  }

  /** Binds a {@code uuid[]}; not null. */
  public Parameters add(UUID[] value) throws SQLException {
    statement.setArray(++position, statement.getConnection().createArrayOf("uuid", value));
    return this;
  }

  /**
   * Binds values whose types are only known at run time.
   *
   * @param values each null, an enum constant (bound by its name), a {@code List} of strings, or of
   *     a type that an {@code add} takes; PostgreSQL infers the type of a null
   * @throws IllegalArgumentException for a value of any other type
   */
  public Parameters addAll(Object... values) throws SQLException {
    for (Object value : values) {
      addAny(value);
    }
    return this;
  }

  private void addAny(Object value) throws SQLException {
    if (value == null) {
      statement.setNull(++position, Types.NULL);
    } else if (value instanceof String text) {
      add(text);
    } else if (value instanceof UUID id) {
      add(id);
    } else if (value instanceof Integer number) {
      add(number);
    } else if (value instanceof Long number) {
      add(number);
    } else if (value instanceof Double number) {
      add(number.doubleValue());
    } else if (value instanceof Boolean flag) {
      add(flag.booleanValue());
    } else if (value instanceof BigDecimal number) {
      add(number);
    } else if (value instanceof Instant time) {
      add(time);
    } else if (value instanceof byte[] bytes) {
      add(bytes);
    } else if (value instanceof Enum<?> constant) {
      add(constant.name());
    } else if (value instanceof UUID[] ids) {
      add(ids);
    } else if (value instanceof Integer[] numbers) {
      add(numbers);
    } else if (value instanceof List<?> texts) {
      add(texts.stream().map(String.class::cast).toList());
    } else {
      throw new IllegalArgumentException("No SQL type is known for " + value.getClass());
    }
  }
}
