package dev.uketsuke.payments;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * The statements that keep what contradicts a recorded payment, for a person.
 *
 * <p>Guarantee: each content is kept once, and at most {@value #MOST} for each payment, so that a
 * provider which never sends the same content twice cannot fill the table.
 */
@Singleton
class ContradictionTable {

  static final int MOST = 20;

  /** The caller holds the lock of the transaction, so the count cannot change meanwhile. */
  static final String KEEP =
      """
      INSERT INTO payment_contradiction (id, payment_id, transaction_id, type, application_id,
        amount, currency, occurred_at, fingerprint, fingerprint_version)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
      WHERE (SELECT count(*) FROM payment_contradiction WHERE payment_id = ?) < ?
      ON CONFLICT ON CONSTRAINT payment_contradiction_content DO NOTHING""";

  static final String FIND =
      """
      SELECT c.id, p.transaction_id, p.application_id, c.note
      FROM payment_contradiction c JOIN payment p ON p.id = c.payment_id
      WHERE c.id = ?""";

  static final String SETTLE =
      """
      UPDATE payment_contradiction SET state = 'SETTLED', note = ?, settled_at = statement_timestamp()
      WHERE id = ? AND state = 'UNMATCHED'""";

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();

  /**
   * A content that contradicts a payment.
   *
   * @param transactionId of the payment that counts
   * @param applicationId of the payment that counts
   * @param note of the person who settled it; null before that
   */
  record Contradiction(UUID id, String transactionId, UUID applicationId, String note) {}

  /** Keeps what the event says beside the payment that counts. */
  void keep(Connection connection, PaymentRecord first, PaymentEvent event) throws SQLException {
    Sql.update(
        connection,
        KEEP,
        ids.generate(),
        first.id(),
        event.transactionId(),
        event.type(),
        event.applicationId(),
        event.amount().toDecimal(),
        event.amount().currency(),
        event.occurredAt(),
        event.fingerprint().digest(),
        event.fingerprint().version(),
        first.id(),
        MOST);
  }

  /** Returns the contradiction with our id; empty if there is none. */
  Optional<Contradiction> find(Connection connection, UUID id) throws SQLException {
    return Sql.one(
        connection,
        FIND,
        row ->
            new Contradiction(
                row.getObject(1, UUID.class),
                row.getString(2),
                row.getObject(3, UUID.class),
                row.getString(4)),
        id);
  }

  /** Closes it; false if it was closed before. */
  boolean settle(Connection connection, UUID id, String note) throws SQLException {
    return Sql.update(connection, SETTLE, note, id) == 1;
  }
}
