package dev.uketsuke.reconciliation;

import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * Finds items on which other systems and this one disagree, and that are not settled.
 *
 * <p>Guarantee: all kinds are read from one snapshot, so an item that changes its kind meanwhile is
 * not missed. Each kind is read by an index of its own, up to a limit.
 */
@Singleton
class Reconcile {

  private static final int LIMIT = 100;

  private final Transactions transactions;

  Reconcile(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns the items of all kinds at one moment. */
  Reconciliation reconcile() {
    return transactions.run(Reconcile::read);
  }

  private static Reconciliation read(Connection connection) throws SQLException {
    Sql.update(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    return new Reconciliation(
        now(connection),
        kind(connection, OutOfStep.PAID_WITHOUT_WAYBILL),
        kind(connection, OutOfStep.SHIPPED_WITHOUT_WAYBILL),
        kind(connection, OutOfStep.REFUNDED_WITH_WAYBILL),
        kind(connection, OutOfStep.SHARED_WAYBILLS),
        kind(connection, OutOfStep.CONTRADICTING_WAYBILLS),
        kind(connection, OutOfStep.UNKNOWN_BOOKINGS),
        kind(connection, OutOfStep.PENDING_MESSAGES),
        kind(connection, OutOfStep.PARKED_MESSAGES),
        kind(connection, OutOfStep.UNMATCHED_PAYMENTS),
        kind(connection, OutOfStep.WAITING_PAYMENTS),
        kind(connection, OutOfStep.CONTRADICTING_PAYMENTS),
        kind(connection, OutOfStep.WAITING_EVENTS),
        kind(connection, OutOfStep.PARKED_EVENTS),
        kind(connection, OutOfStep.DEAD_LETTERS),
        kind(connection, OutOfStep.UNREAD_TOPICS));
  }

  private static Reconciliation.Kind kind(Connection connection, OutOfStep kind)
      throws SQLException {
    List<Discrepancy> items =
        Sql.query(connection, kind.listing(), Reconcile::item, kind.path(), LIMIT + 1);
    boolean more = items.size() > LIMIT;
    return new Reconciliation.Kind(more ? items.subList(0, LIMIT) : items, more);
  }

  /** Reads one row of a listing. */
  static Discrepancy item(ResultSet row) throws SQLException {
    return new Discrepancy(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getObject(5, OffsetDateTime.class).toInstant(),
        Math.max(0, row.getLong(6)));
  }

  private static Instant now(Connection connection) throws SQLException {
    return Sql.one(
            connection,
            "SELECT statement_timestamp()",
            row -> row.getObject(1, OffsetDateTime.class).toInstant())
        .orElseThrow();
  }
}
