package dev.uketsuke.payments;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.applications.Money;
import dev.uketsuke.idempotency.Fingerprint;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The statements that record payment events.
 *
 * <p>Guarantee: the unique constraint decides whether an event is new (P9). Locks are always taken
 * in the same order, transaction before application, so that callbacks cannot block each other for
 * good.
 */
@Singleton
class PaymentTable {

  /** Holds the events of one transaction together until the database transaction ends. */
  static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('payment:' || ?, 0))";

  static final String INSERT =
      """
      INSERT INTO payment (id, transaction_id, type, application_id, amount, currency,
        occurred_at, fingerprint, fingerprint_version, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT payment_transaction_type DO NOTHING""";

  private static final String SELECT =
      """
      SELECT id, transaction_id, type, application_id, amount, currency,
        fingerprint, fingerprint_version, state, note
      FROM payment
      """;

  static final String FIND = SELECT + "WHERE transaction_id = ? AND type = ?";

  static final String BY_ID = SELECT + "WHERE id = ?";

  /** Payments before refunds: a refund is decided by what became of its payment. */
  static final String OPEN =
      SELECT
          + """
          WHERE application_id = ?
            AND (state = 'WAITING' OR state = 'UNMATCHED' AND reason = 'APPLICATION_UNKNOWN')
          ORDER BY type, received_at, id""";

  /** Nothing is written while nothing has changed. */
  static final String DECIDE =
      """
      UPDATE payment SET state = ?, reason = ?
      WHERE id = ? AND (state <> ? OR reason IS DISTINCT FROM ?)""";

  static final String MISDIRECTED =
      """
      UPDATE payment SET state = 'UNMATCHED', reason = 'APPLICATION_DIFFERS'
      WHERE transaction_id = ? AND type = 'REFUNDED' AND application_id <> ? AND state = 'WAITING'""";

  static final String SETTLE =
      """
      UPDATE payment SET state = 'SETTLED', note = ?, settled_at = clock_timestamp()
      WHERE id = ?""";

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();

  void lock(Connection connection, String transactionId) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(LOCK)) {
      select.setString(1, transactionId);
      select.executeQuery().close();
    }
  }

  /** Records an event; false if one of this transaction and type is recorded already. */
  boolean insert(Connection connection, PaymentEvent event) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, ids.generate());
      insert.setString(2, event.transactionId());
      insert.setString(3, event.type().name());
      insert.setObject(4, event.applicationId());
      insert.setBigDecimal(5, event.amount().toDecimal());
      insert.setString(6, event.amount().currency());
      insert.setObject(7, event.occurredAt().atOffset(ZoneOffset.UTC));
      insert.setBytes(8, event.fingerprint().digest());
      insert.setInt(9, event.fingerprint().version());
      PaymentState first =
          event.type() == PaymentType.FAILED ? PaymentState.APPLIED : PaymentState.WAITING;
      insert.setString(10, first.name());
      return insert.executeUpdate() == 1;
    }
  }

  Optional<PaymentRecord> find(Connection connection, String transactionId, PaymentType type)
      throws SQLException {
    return read(connection, FIND, transactionId, type.name()).stream().findFirst();
  }

  Optional<PaymentRecord> find(Connection connection, UUID id) throws SQLException {
    return read(connection, BY_ID, id).stream().findFirst();
  }

  /** What still may be applied to the application. */
  List<PaymentRecord> open(Connection connection, UUID applicationId) throws SQLException {
    return read(connection, OPEN, applicationId);
  }

  void decide(Connection connection, UUID id, Decision decision) throws SQLException {
    String state = decision.state().name();
    String reason = decision.reason() == null ? null : decision.reason().name();
    write(connection, DECIDE, state, reason, id, state, reason);
  }

  /** Refunds that came before their payment, which turns out to be for another application. */
  void refuseMisdirected(Connection connection, PaymentEvent paid) throws SQLException {
    write(connection, MISDIRECTED, paid.transactionId(), paid.applicationId());
  }

  void settle(Connection connection, UUID id, String note) throws SQLException {
    write(connection, SETTLE, note, id);
  }

  private static void write(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      bind(update, values);
      update.executeUpdate();
    }
  }

  private static List<PaymentRecord> read(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      bind(select, values);
      List<PaymentRecord> records = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          records.add(record(row));
        }
      }
      return records;
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  private static PaymentRecord record(ResultSet row) throws SQLException {
    return new PaymentRecord(
        row.getObject(1, UUID.class),
        row.getString(2),
        PaymentType.valueOf(row.getString(3)),
        row.getObject(4, UUID.class),
        Money.stored(row.getBigDecimal(5), row.getString(6)),
        new Fingerprint(row.getInt(8), row.getBytes(7)),
        PaymentState.valueOf(row.getString(9)),
        row.getString(10));
  }
}
