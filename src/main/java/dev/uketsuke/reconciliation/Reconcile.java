package dev.uketsuke.reconciliation;

import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds what is out of step.
 *
 * <p>Guarantee: all kinds are read from one snapshot, so that nothing is missing for having moved
 * from one list to another meanwhile; each by an index of its own, and at most so many.
 */
@Singleton
class Reconcile {

  private static final int LIMIT = 100;

  private static final String PAID_WITHOUT_WAYBILL =
      """
      SELECT id::text, id::text, status, NULL, updated_at FROM shipping_application
      WHERE status = 'PAID' AND waybill_number IS NULL ORDER BY updated_at""";

  /** Somebody has to call the waybill off; after so long nobody can. */
  private static final String REFUNDED_WITH_WAYBILL =
      """
      SELECT id::text, id::text, status, waybill_number, updated_at FROM shipping_application
      WHERE status = 'REFUNDED' AND waybill_number IS NOT NULL
        AND updated_at > now() - interval '30 days'
      ORDER BY updated_at""";

  /** Until the order is removed, UKETSUKE_OUTBOX_RETENTION after it was sent. */
  private static final String SHARED_WAYBILLS =
      """
      SELECT id::text, aggregateid, type, last_error, sent_at FROM outbox
      WHERE sent_at IS NOT NULL AND NOT dropped AND last_error IS NOT NULL ORDER BY id""";

  private static final String PARKED_MESSAGES =
      """
      SELECT id::text, aggregateid, type, last_error, parked_at FROM outbox
      WHERE parked_at IS NOT NULL ORDER BY id""";

  private static final String PAYMENTS =
      """
      SELECT id::text, application_id::text, type, reason, received_at FROM payment
      WHERE state = '%s' ORDER BY id""";

  private static final String EVENTS =
      """
      SELECT id::text, subject::text, type, reason, received_at FROM inbox
      WHERE state <> 'APPLIED' AND state = '%s' ORDER BY id""";

  private final Transactions transactions;

  Reconcile(Transactions transactions) {
    this.transactions = transactions;
  }

  Reconciliation reconcile() {
    return transactions.run(Reconcile::read);
  }

  private static Reconciliation read(Connection connection) throws SQLException {
    try (Statement snapshot = connection.createStatement()) {
      snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    }
    return new Reconciliation(
        now(connection),
        kind(connection, PAID_WITHOUT_WAYBILL),
        kind(connection, REFUNDED_WITH_WAYBILL),
        kind(connection, SHARED_WAYBILLS),
        kind(connection, PARKED_MESSAGES),
        kind(connection, String.format(Locale.ROOT, PAYMENTS, "UNMATCHED")),
        kind(connection, String.format(Locale.ROOT, PAYMENTS, "WAITING")),
        kind(connection, String.format(Locale.ROOT, EVENTS, "WAITING")),
        kind(connection, String.format(Locale.ROOT, EVENTS, "PARKED")));
  }

  private static Reconciliation.Kind kind(Connection connection, String sql) throws SQLException {
    String aged =
        "SELECT *, extract(epoch FROM now() - listed.since)::bigint FROM ("
            + sql
            + " LIMIT ?) AS listed (id, application_id, type, reason, since)";
    try (PreparedStatement select = connection.prepareStatement(aged)) {
      select.setInt(1, LIMIT + 1);
      List<Discrepancy> items = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          items.add(
              new Discrepancy(
                  row.getString(1),
                  row.getString(2),
                  row.getString(3),
                  row.getString(4),
                  row.getObject(5, OffsetDateTime.class).toInstant(),
                  Math.max(0, row.getLong(6))));
        }
      }
      boolean more = items.size() > LIMIT;
      return new Reconciliation.Kind(more ? items.subList(0, LIMIT) : items, more);
    }
  }

  private static Instant now(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT now()")) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    }
  }
}
