package dev.uketsuke.support;

import dev.uketsuke.accounts.Bucket;
import java.util.UUID;

/** What is recorded of messages in and out, as the tests see it in the database. */
public final class Messages {

  private Messages() {}

  /** The id of an application's waybill order; null if none was written. */
  public static String order(String applicationId) {
    return TestDatabase.value(
        "SELECT id FROM outbox WHERE aggregateid = ? AND aggregatetype = 'waybill'", applicationId);
  }

  /** {@code SENT}, {@code PARKED} or {@code PENDING}. */
  public static String state(String messageId) {
    return TestDatabase.value(
        "SELECT CASE WHEN sent_at IS NOT NULL THEN 'SENT' WHEN parked_at IS NOT NULL THEN 'PARKED'"
            + " ELSE 'PENDING' END FROM outbox WHERE id = ?::uuid",
        messageId);
  }

  public static int attempts(String messageId) {
    return Integer.parseInt(
        TestDatabase.value("SELECT attempts FROM outbox WHERE id = ?::uuid", messageId));
  }

  public static String error(String messageId) {
    return TestDatabase.value("SELECT last_error FROM outbox WHERE id = ?::uuid", messageId);
  }

  /** Makes it due now, whatever its back-off or lease. */
  public static void due(String messageId) {
    TestDatabase.update(
        "UPDATE outbox SET next_attempt_at = clock_timestamp() WHERE id = ?::uuid", messageId);
  }

  /** State and reason of the event that counts, for example {@code PARKED NO_LONGER_POSSIBLE}. */
  public static String event(String source, String id) {
    return TestDatabase.value(
        "SELECT concat_ws(' ', state, reason) FROM inbox"
            + " WHERE source = ? AND message_id = ? AND variant = ''",
        source,
        id);
  }

  /** How many notes in an application's history tell of a waybill number. */
  public static int waybillNotes(String applicationId) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM application_history WHERE application_id = ?::uuid"
                + " AND kind = 'NOTE' AND by = 'system' AND reason LIKE 'Waybill number %'",
            applicationId));
  }

  /**
   * Paid applications, made by SQL in one go, each with its order in the outbox, as the service
   * writes them; for tests that need many.
   *
   * @return the account they belong to
   */
  public static String paidApplications(int count) {
    var account = "many-" + UUID.randomUUID();
    TestDatabase.update(
        "WITH a AS (INSERT INTO shipping_application (id, account_id, bucket, idempotency_key,"
            + " fingerprint, fingerprint_version, status, last_step, accepted_at, key_expires_at,"
            + " updated_at, origin, destination, parcels) SELECT gen_random_uuid(), ?, ?, 'k' || n,"
            + " sha256(''), 1, 'PAID', 4, now(), now() + interval '30 days', now(), 'AU', 'KR', 1"
            + " FROM generate_series(1, ?) n RETURNING id, account_id, bucket), h AS (INSERT INTO"
            + " application_history (account_id, bucket, application_id, step, status, at, by)"
            + " SELECT account_id, bucket, id, n, s, now(), 'system' FROM a, unnest(ARRAY['ACCEPTED',"
            + " 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID']) WITH ORDINALITY s(s, n))"
            + " INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type,"
            + " payload) SELECT gen_random_uuid(), account_id, bucket, 4, 'waybill', id, 'waybill.order', jsonb_build_object("
            + "'applicationId', id, 'origin', 'AU', 'destination', 'KR', 'parcels', 1) FROM a",
        account,
        Bucket.of(account),
        count);
    return account;
  }

  /** How many of an account's applications have this many of something, by a condition. */
  public static int count(String account, String condition) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM shipping_application a WHERE account_id = ? AND " + condition,
            account));
  }
}
