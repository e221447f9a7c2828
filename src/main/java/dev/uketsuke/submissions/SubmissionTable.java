package dev.uketsuke.submissions;

import dev.uketsuke.accounts.BucketedIds;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The SQL statement that decides whether a submission is new, and records it if it is.
 *
 * <p>Guarantee: the unique constraint decides, and one statement writes application, history and
 * message out, all or none (P1, P5). If the submission is not new, the application is read
 * afterwards in a separate statement ({@code ShippingApplication.findByKey}). A read before the
 * insert could miss an application that another transaction records in between, and a statement
 * whose insert conflicts cannot see the other row in its own snapshot.
 *
 * <p>Why this is not {@code persist()}: Hibernate's insert cannot say {@code ON CONFLICT … DO
 * NOTHING}. A taken key would be a constraint violation, which aborts the transaction, is logged as
 * an error by the server, and leaves a dead row behind for each resend. It would also take three
 * inserts and a commit, which are four round trips instead of one (docs/adr/0002).
 */
@Singleton
class SubmissionTable {

  /** Writes application, history and message out in one statement and one round trip. */
  private static final String STATEMENT =
      """
      WITH %saccepted AS (
        INSERT INTO shipping_application (
          id, account_id, bucket, idempotency_key, fingerprint, fingerprint_version, status,
          last_step, accepted_at, key_expires_at, updated_at,
          origin, destination, parcels, total_weight_grams, declared_amount, declared_currency,
          recipient_name, recipient_phone, recipient_postal_code, recipient_address,
          client_reference)
        SELECT ?, ?, ?, ?, ?, ?, 'ACCEPTED',
          1, t.now, t.now + make_interval(secs => ?), t.now,
          ?, ?, ?, ?, ?, ?,
          ?, ?, ?, ?,
          ?
        FROM (SELECT date_trunc('milliseconds', now()) AS now%s) t
        ON CONFLICT ON CONSTRAINT shipping_application_account_key DO NOTHING
        RETURNING id, account_id, bucket, accepted_at, key_expires_at),
      history AS (
        INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)
        SELECT account_id, bucket, id, 1, 'ACCEPTED', accepted_at, 'applicant' FROM accepted),
      event AS (
        INSERT INTO outbox (
          id, account_id, bucket, step, aggregatetype, aggregateid, type, payload, traceparent)
        SELECT ?, account_id, bucket, 1, 'application', id, 'application.accepted', ?::jsonb, ?::text
        FROM accepted)
      SELECT accepted_at, key_expires_at FROM accepted""";

  static final String INSERT = String.format(Locale.ROOT, STATEMENT, "", "");

  /**
   * The same statement for a submission token, which it also spends. A second submission waits on
   * the token's row even if the token has expired. If it did not wait, a resend could be refused as
   * invalid while the first submission, which began in time, was still about to commit.
   */
  static final String INSERT_SPENDING =
      String.format(
          Locale.ROOT,
          STATEMENT,
          """
          spent AS (
            DELETE FROM submission_token WHERE token_hash = ? AND account_id = ?
            RETURNING expires_at),
          """,
          " FROM spent WHERE expires_at > now()");

  private final BucketedIds ids;
  private final SubmissionSettings settings;

  SubmissionTable(BucketedIds ids, SubmissionSettings settings) {
    this.ids = ids;
    this.settings = settings;
  }

  /**
   * Records a submission if its key is free and, if the key is a token, the token is live.
   *
   * @return the receipt; empty if the key is taken or the token is not valid
   * @throws SQLException if the statement failed, or another transaction held the key for longer
   *     than {@code lock_timeout}
   */
  Optional<Receipt> insert(Connection connection, Submission submission) throws SQLException {
    int bucket = submission.account().bucket();
    UUID id = ids.next(bucket);
    ApplicationContent content = submission.content();
    boolean token = submission.key().isToken();
    return Sql.one(
        connection,
        token ? INSERT_SPENDING : INSERT,
        row -> new Receipt(id, instant(row, 1), instant(row, 2)),
        parameters -> {
          if (token) {
            parameters.add(submission.key().digest()).add(submission.account().id());
          }
          parameters
              .add(id)
              .add(submission.account().id())
              .add(bucket)
              .add(submission.key().value())
              .add(submission.fingerprint().digest())
              .add(submission.fingerprint().version())
              .add((double) settings.keyRetention().toSeconds());
          content.bind(parameters);
          parameters
              .add(ids.next(bucket))
              .add(AcceptedEvent.payload(id, content))
              .add(submission.traceparent());
        });
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
