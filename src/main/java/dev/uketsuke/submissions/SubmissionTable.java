package dev.uketsuke.submissions;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.accounts.Account;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.database.Parameters;
import dev.uketsuke.idempotency.Fingerprint;
import dev.uketsuke.idempotency.IdempotencyKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * The statements that decide whether a submission is new.
 *
 * <p>Guarantee: the unique constraint decides, and application, history and outbox row come into
 * being in one statement, all or none (P1, P5). Insert first, then read in a separate statement: a
 * read before the insert would race, and a statement that conflicts cannot see the rival's row in
 * its own snapshot.
 */
@Singleton
class SubmissionTable {

  /** One statement, so that a crash between application, history and outbox cannot exist. */
  private static final String STATEMENT =
      """
      WITH %saccepted AS (
        INSERT INTO shipping_application (
          id, account_id, idempotency_key, fingerprint, fingerprint_version, status,
          accepted_at, key_expires_at, updated_at,
          origin, destination, parcels, total_weight_grams, declared_amount, declared_currency,
          recipient_name, recipient_phone, recipient_postal_code, recipient_address,
          client_reference)
        SELECT ?, ?, ?, ?, ?, 'ACCEPTED',
          t.now, t.now + make_interval(secs => ?), t.now,
          ?, ?, ?, ?, ?, ?,
          ?, ?, ?, ?,
          ?
        FROM (SELECT date_trunc('milliseconds', now()) AS now%s) t
        ON CONFLICT ON CONSTRAINT shipping_application_account_key DO NOTHING
        RETURNING id, accepted_at, key_expires_at),
      history AS (
        INSERT INTO application_history (application_id, status, at, by)
        SELECT id, 'ACCEPTED', accepted_at, 'applicant' FROM accepted),
      event AS (
        INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload)
        SELECT ?, 'application', id, 'application.accepted', ?::jsonb FROM accepted)
      SELECT accepted_at, key_expires_at FROM accepted""";

  static final String INSERT = STATEMENT.formatted("", "");

  /**
   * The same for a submission token, which is spent in the same breath. Whoever comes second waits
   * on the token's row, live or not: were an expired row passed over, a resend could be told "not
   * valid" while the first submission, begun in time, was still about to commit.
   */
  static final String INSERT_SPENDING =
      STATEMENT.formatted(
          """
          spent AS (
            DELETE FROM submission_token WHERE token_hash = ? AND account_id = ?
            RETURNING expires_at > now() AS live),
          """,
          " FROM spent WHERE live");

  static final String FIND =
      """
      SELECT id, accepted_at, key_expires_at, fingerprint, fingerprint_version, status,
        key_expires_at <= now() AS expired
      FROM shipping_application
      WHERE account_id = ? AND idempotency_key = ?""";

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();
  private final SubmissionSettings settings;

  SubmissionTable(SubmissionSettings settings) {
    this.settings = settings;
  }

  /**
   * What the table holds under a key.
   *
   * @param expired whether the key is past its retention, by the database's clock
   */
  record Found(
      Receipt receipt, Fingerprint fingerprint, ApplicationStatus status, boolean expired) {}

  /**
   * Records a submission if its key is free and, being a token, live.
   *
   * @return the receipt, or empty if the key is taken or the token is no good
   * @throws SQLException also if a rival holds the key for longer than {@code lock_timeout}
   */
  Optional<Receipt> insert(Connection connection, Submission submission) throws SQLException {
    UUID id = ids.generate();
    ApplicationContent content = submission.content();
    boolean token = submission.key().isToken();
    try (PreparedStatement insert = connection.prepareStatement(token ? INSERT_SPENDING : INSERT)) {
      Parameters parameters = new Parameters(insert);
      if (token) {
        parameters.add(submission.key().digest()).add(submission.account().id());
      }
      parameters
          .add(id)
          .add(submission.account().id())
          .add(submission.key().value())
          .add(submission.fingerprint().digest())
          .add(submission.fingerprint().version())
          .add((double) settings.keyRetention().toSeconds());
      content.bind(parameters);
      parameters.add(ids.generate()).add(AcceptedEvent.payload(id, content));
      try (ResultSet row = insert.executeQuery()) {
        return row.next()
            ? Optional.of(new Receipt(id, instant(row, 1), instant(row, 2)))
            : Optional.empty();
      }
    }
  }

  /** Reads what is recorded under a key, committed rows only. */
  Optional<Found> find(Connection connection, Account account, IdempotencyKey key)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(FIND)) {
      new Parameters(select).add(account.id()).add(key.value());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(found(row)) : Optional.empty();
      }
    }
  }

  private static Found found(ResultSet row) throws SQLException {
    return new Found(
        new Receipt(row.getObject(1, UUID.class), instant(row, 2), instant(row, 3)),
        new Fingerprint(row.getInt(5), row.getBytes(4)),
        ApplicationStatus.valueOf(row.getString(6)),
        row.getBoolean(7));
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
