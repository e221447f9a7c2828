package dev.uketsuke.submissions;

import dev.uketsuke.accounts.BucketedIds;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * The submission as three inserts in one transaction, for engines that run a statement on one node
 * only if it writes one table (Citus takes the single statement of {@link SubmissionTable} to its
 * coordinator).
 *
 * <p>Guarantee: the same rows as the single statement, all or none: the caller's transaction holds
 * all three. The same unique constraint decides, in the first of them.
 */
@Singleton
class ThreeInserts {

  static final String SPEND =
      "DELETE FROM submission_token WHERE token_hash = ? AND account_id = ? RETURNING expires_at";

  /** By the database's clock; a clock inside RETURNING is refused by some engines. */
  static final String IS_LIVE = "SELECT 1 WHERE ?::timestamptz > now()";

  static final String APPLICATION =
      """
      INSERT INTO shipping_application (
        id, account_id, bucket, idempotency_key, fingerprint, fingerprint_version, status,
        last_step, accepted_at, key_expires_at, updated_at,
        origin, destination, parcels, total_weight_grams, declared_amount, declared_currency,
        recipient_name, recipient_phone, recipient_postal_code, recipient_address,
        client_reference)
      VALUES (?, ?, ?, ?, ?, ?, 'ACCEPTED',
        1, date_trunc('milliseconds', now()),
        date_trunc('milliseconds', now()) + make_interval(secs => ?),
        date_trunc('milliseconds', now()),
        ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?,
        ?)
      ON CONFLICT ON CONSTRAINT shipping_application_account_key DO NOTHING
      RETURNING accepted_at, key_expires_at""";

  static final String HISTORY =
      """
      INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)
      VALUES (?, ?, ?, 1, 'ACCEPTED', ?, 'applicant')""";

  static final String EVENT =
      """
      INSERT INTO outbox (
        id, account_id, bucket, step, aggregatetype, aggregateid, type, payload, traceparent)
      VALUES (?, ?, ?, 1, 'application', ?, 'application.accepted', ?::jsonb, ?)""";

  private final BucketedIds ids;
  private final SubmissionSettings settings;

  ThreeInserts(BucketedIds ids, SubmissionSettings settings) {
    this.ids = ids;
    this.settings = settings;
  }

  /**
   * Records a submission if its key is free and, being a token, live.
   *
   * @param connection with a transaction open
   * @return the receipt, or empty if the key is taken or the token is no good
   */
  Optional<Receipt> insert(Connection connection, Submission submission) throws SQLException {
    if (submission.key().isToken() && !spend(connection, submission)) {
      return Optional.empty();
    }
    String account = submission.account().id();
    int bucket = submission.account().bucket();
    UUID id = ids.next(bucket);
    Optional<Receipt> receipt = application(connection, submission, id);
    if (receipt.isPresent()) {
      Sql.update(connection, HISTORY, account, bucket, id, receipt.get().acceptedAt());
      Sql.update(
          connection,
          EVENT,
          parameters ->
              parameters
                  .add(ids.next(bucket))
                  .add(account)
                  .add(bucket)
                  .add(id.toString())
                  .add(AcceptedEvent.payload(id, submission.content()))
                  .add(submission.traceparent()));
    }
    return receipt;
  }

  private Optional<Receipt> application(Connection connection, Submission submission, UUID id)
      throws SQLException {
    return Sql.one(
        connection,
        APPLICATION,
        row -> new Receipt(id, instant(row, 1), instant(row, 2)),
        parameters -> {
          parameters
              .add(id)
              .add(submission.account().id())
              .add(submission.account().bucket())
              .add(submission.key().value())
              .add(submission.fingerprint().digest())
              .add(submission.fingerprint().version())
              .add((double) settings.keyRetention().toSeconds());
          submission.content().bind(parameters);
        });
  }

  private static boolean spend(Connection connection, Submission submission) throws SQLException {
    Optional<Instant> expiry =
        Sql.one(
            connection,
            SPEND,
            row -> instant(row, 1),
            submission.key().digest(),
            submission.account().id());
    return expiry.isPresent() && Sql.exists(connection, IS_LIVE, expiry.get());
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
