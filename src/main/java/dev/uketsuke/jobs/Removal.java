package dev.uketsuke.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;

/** Deletes a batch of rows that are old enough, passing over those that somebody is at. */
public final class Removal {

  private Removal() {}

  /**
   * Deletes.
   *
   * @param table with a column {@code id}
   * @param age the column that tells it
   * @param condition which rows may go at all
   * @return how many went
   */
  public static int run(Connection connection, String table, String age, String condition, Due due)
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
    try (PreparedStatement delete = connection.prepareStatement(sql)) {
      delete.setObject(1, due.now().minus(due.retention()).atOffset(ZoneOffset.UTC));
      delete.setInt(2, due.limit());
      return delete.executeUpdate();
    }
  }

  /** What is due: older than the retention at this moment, at most so many. */
  public record Due(Instant now, Duration retention, int limit) {}
}
