package dev.uketsuke.proof;

import dev.uketsuke.proof.Event.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads the tables of the service once everything has ended, as a part of the history. */
final class Tables {

  private static final String APPLICATIONS =
      """
      SELECT split_part(account_id, '|', 2), idempotency_key, client_reference, id,
        to_char(key_expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), status
      FROM shipping_application ORDER BY id\
      """;

  private static final String WAYBILLS =
      "SELECT id, waybill_number FROM shipping_application WHERE waybill_number IS NOT NULL";

  private static final String HISTORY =
      "SELECT application_id, step, status FROM application_history WHERE kind = 'MOVE' ORDER BY 1,"
          + " 2";

  private static final String OUTBOX =
      "SELECT aggregateid, step, type FROM outbox WHERE aggregatetype = 'application' ORDER BY 1,"
          + " 2";

  private Tables() {}

  static void read(Connection connection, Recorder recorder) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(APPLICATIONS)) {
        while (row.next()) {
          recorder.row(
              Kind.APPLICATION_ROW,
              row.getString(1),
              row.getString(2),
              row.getString(3),
              row.getString(4),
              row.getString(5),
              0,
              row.getString(6));
        }
      }
      try (ResultSet row = statement.executeQuery(WAYBILLS)) {
        while (row.next()) {
          recorder.row(
              Kind.WAYBILL_ROW, null, null, row.getString(2), row.getString(1), null, 0, null);
        }
      }
      steps(statement, HISTORY, Kind.HISTORY_ROW, recorder);
      steps(statement, OUTBOX, Kind.OUTBOX_ROW, recorder);
    }
  }

  private static void steps(Statement statement, String sql, Kind kind, Recorder recorder)
      throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        recorder.row(
            kind, null, null, row.getString(3), row.getString(1), null, row.getInt(2), null);
      }
    }
  }
}
