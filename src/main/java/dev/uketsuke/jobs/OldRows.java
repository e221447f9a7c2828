package dev.uketsuke.jobs;

import dev.uketsuke.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Deletes rows whose retention has ended, in batches; rows that are locked are left for later. */
public final class OldRows {

  private OldRows() {}

  /**
   * Deletes a batch and returns the number of deleted rows.
   *
   * @param table a table with a column {@code id}
   * @param age the column with the time from which the retention is counted
   * @param condition an SQL condition on the rows that may be deleted
   */
  public static int delete(
      Connection connection, String table, String age, String condition, Due due)
      throws SQLException {
    String sql =
        String.format(
            Locale.ROOT,
            """
        WITH batch AS MATERIALIZED (
          SELECT id FROM %1$s WHERE %3$s AND %2$s <= ?
          ORDER BY %2$s LIMIT ?
          FOR UPDATE SKIP LOCKED)
        DELETE FROM %1$s t USING batch WHERE t.id = batch.id""",
            table,
            age,
            condition);
    return Sql.update(connection, sql, due.now().minus(due.retention()), due.limit());
  }

  /**
   * Which rows are due.
   *
   * @param now the time by the database's clock
   * @param retention how long the rows are kept
   * @param limit the greatest number of rows to delete
   */
  public record Due(Instant now, Duration retention, int limit) {}
}
