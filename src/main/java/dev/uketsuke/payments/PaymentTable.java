package dev.uketsuke.payments;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.applications.Money;
import dev.uketsuke.database.Sql;
import dev.uketsuke.idempotency.Fingerprint;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The SQL statements on payment events.
 *
 * <p>Guarantee: the unique constraint decides whether an event is new (P9). A decision is written
 * only if the state is still the one on which it was based. Locks are always taken in the same
 * order, the payment transaction's before the application's, so that two callbacks cannot deadlock.
 */
@Singleton
class PaymentTable {

  static final String INSERT_TRANSACTION =
      """
      INSERT INTO payment_transaction (transaction_id) VALUES (?)
      ON CONFLICT ON CONSTRAINT payment_transaction_pkey DO NOTHING""";

  static final String LOCK_TRANSACTION =
      "SELECT FROM payment_transaction WHERE transaction_id = ? FOR UPDATE";

  static final String INSERT =
      """
      INSERT INTO payment (id, transaction_id, type, application_id, amount, currency,
        occurred_at, fingerprint, fingerprint_version, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT payment_transaction_type DO NOTHING""";

  private static final String SELECT =
      """
      SELECT id, transaction_id, type, application_id, amount, currency,
        fingerprint, fingerprint_version, state, reason, note
      FROM payment
      """;

  static final String FIND = SELECT + "WHERE transaction_id = ? AND type = ?";

  static final String BY_ID = SELECT + "WHERE id = ?";

  /** Selects payments before refunds, because the decision on a refund depends on its payment. */
  static final String OPEN =
      SELECT
          + """
          WHERE application_id = ?
            AND (state = 'WAITING' OR state = 'UNMATCHED' AND reason = 'APPLICATION_UNKNOWN')
          ORDER BY type, received_at, id""";

  /**
   * Compares and sets, because another transaction may have changed the event after it was read.
   */
  static final String DECIDE =
      """
      UPDATE payment SET state = ?, reason = ?
      WHERE id = ? AND state = ? AND reason IS NOT DISTINCT FROM ?::text""";

  static final String MISDIRECTED =
      """
      UPDATE payment SET state = 'UNMATCHED', reason = 'APPLICATION_DIFFERS'
      WHERE transaction_id = ? AND type = 'REFUNDED' AND application_id <> ? AND state = 'WAITING'""";

  static final String SETTLE =
      """
      UPDATE payment SET state = 'SETTLED', note = ?, settled_at = statement_timestamp()
      WHERE id = ? AND state IN ('WAITING', 'UNMATCHED')""";

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();

  /** Locks the events of one payment transaction until the database transaction ends. */
  void lock(Connection connection, String transactionId) throws SQLException {
    Sql.update(connection, INSERT_TRANSACTION, transactionId);
    Sql.exists(connection, LOCK_TRANSACTION, transactionId);
  }

  /** Records an event and returns true; returns false if its transaction and type are recorded. */
  boolean insert(Connection connection, PaymentEvent event) throws SQLException {
    PaymentState first =
        event.type() == PaymentType.FAILED ? PaymentState.APPLIED : PaymentState.WAITING;
    return Sql.update(
            connection,
            INSERT,
            ids.generate(),
            event.transactionId(),
            event.type(),
            event.applicationId(),
            event.amount().toDecimal(),
            event.amount().currency(),
            event.occurredAt(),
            event.fingerprint().digest(),
            event.fingerprint().version(),
            first)
        == 1;
  }

  /** Returns the event of a transaction and type; empty if none is recorded. */
  Optional<PaymentRecord> find(Connection connection, String transactionId, PaymentType type)
      throws SQLException {
    return Sql.one(connection, FIND, PaymentTable::record, transactionId, type);
  }

  /** Returns the event with our id; empty if there is none. */
  Optional<PaymentRecord> find(Connection connection, UUID id) throws SQLException {
    return Sql.one(connection, BY_ID, PaymentTable::record, id);
  }

  /** Returns the events that may still be applied to an application. */
  List<PaymentRecord> open(Connection connection, UUID applicationId) throws SQLException {
    return Sql.query(connection, OPEN, PaymentTable::record, applicationId);
  }

  /**
   * Records a decision and returns true; returns false, and changes nothing, if another transaction
   * has changed the event meanwhile.
   *
   * @param payment the event as it was when the decision was made
   */
  boolean decide(Connection connection, PaymentRecord payment, Decision decision)
      throws SQLException {
    if (decision.equals(payment.decision())) {
      return true; // The decision is recorded already.
    }
    return Sql.update(
            connection,
            DECIDE,
            parameters ->
                parameters
                    .add(decision.state().name())
                    .add(name(decision.reason()))
                    .add(payment.id())
                    .add(payment.state().name())
                    .add(name(payment.reason())))
        == 1;
  }

  /** Marks refunds as unmatched that came before their payment and name another application. */
  void refuseMisdirected(Connection connection, PaymentEvent paid) throws SQLException {
    Sql.update(connection, MISDIRECTED, paid.transactionId(), paid.applicationId());
  }

  /** Settles an open event and returns true; returns false if the event is not open. */
  boolean settle(Connection connection, UUID id, String note) throws SQLException {
    return Sql.update(connection, SETTLE, note, id) == 1;
  }

  private static String name(UnmatchedReason reason) {
    return reason == null ? null : reason.name();
  }

  private static PaymentRecord record(ResultSet row) throws SQLException {
    String reason = row.getString("reason");
    return new PaymentRecord(
        row.getObject("id", UUID.class),
        row.getString("transaction_id"),
        PaymentType.valueOf(row.getString("type")),
        row.getObject("application_id", UUID.class),
        Money.stored(row.getBigDecimal("amount"), row.getString("currency")),
        new Fingerprint(row.getInt("fingerprint_version"), row.getBytes("fingerprint")),
        PaymentState.valueOf(row.getString("state")),
        reason == null ? null : UnmatchedReason.valueOf(reason),
        row.getString("note"));
  }
}
