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
 * The SQL statements on contradictions: contents of callbacks that differ from the recorded payment
 * event of the same transaction and type. A person has to settle them.
 *
 * <p>Guarantee: each content is kept once, and at most {@value #MAX_KEPT} contents for each payment
 * event, so that a faulty provider cannot fill the table.
 */
@Singleton
class ContradictionTable {

  static final int MAX_KEPT = 20;

  /** Keeps a content. The caller holds the transaction's lock, so the count cannot change. */
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
   * A content that contradicts a recorded payment event.
   *
   * @param transactionId the transaction of the recorded event
   * @param applicationId the application of the recorded event
   * @param note the note of the person who settled the contradiction; null before that
   */
  record Contradiction(UUID id, String transactionId, UUID applicationId, String note) {}

  /** Keeps the content of an event that contradicts the recorded one. */
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
        MAX_KEPT);
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

  /** Settles a contradiction and returns true; returns false if it was settled before. */
  boolean settle(Connection connection, UUID id, String note) throws SQLException {
    return Sql.update(connection, SETTLE, note, id) == 1;
  }
}
