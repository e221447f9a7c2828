package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.TestDatabase;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The migration that puts accounts and steps into all keys: every key, receipt and history row is
 * the same afterwards, and the order of an application's steps is that of the former sequence.
 *
 * <p>{@code -Dtest.uketsuke.migration.rows=1000000} rehearses it with a million applications.
 */
class KeyMigrationTest {

  private static final int ROWS = Integer.getInteger("test.uketsuke.migration.rows", 2_000);

  /** What a client or a person can see of all rows, in one digest. */
  private static final String SEEN =
      """
      SELECT md5(string_agg(md5(t::text), '' ORDER BY t.id)) FROM (
        SELECT a.id, account_id, idempotency_key, fingerprint, fingerprint_version, a.status,
          accepted_at, key_expires_at, updated_at, origin, destination, parcels, history, outbox
        FROM shipping_application a
        LEFT JOIN (SELECT application_id,
            array_agg((h.status, h.at, h.by, h.kind, h.reason) ORDER BY %1$s) AS history
          FROM application_history h GROUP BY application_id) h ON h.application_id = a.id
        LEFT JOIN (SELECT aggregateid,
            array_agg((o.id, o.aggregatetype, o.type, o.payload, o.sent_at) ORDER BY %2$s, o.id) AS outbox
          FROM outbox o GROUP BY aggregateid) o ON o.aggregateid = a.id::text) t""";

  private final String url = TestDatabase.createBeside();

  @BeforeEach
  void fillTheSchemaBefore() {
    migrate("11");
    run(
        """
        INSERT INTO shipping_application (id, account_id, idempotency_key, fingerprint,
          fingerprint_version, status, accepted_at, key_expires_at, updated_at, origin, destination,
          parcels)
        SELECT uuidv7(), 'issuer|' || n %% 97, 'key-' || n, sha256(n::text::bytea), 1,
          CASE WHEN n %% 10 = 0 THEN 'PAID' ELSE 'ACCEPTED' END, now(), now() + interval '1 day',
          now(), 'AU', 'KR', 1
        FROM generate_series(1, %d) n"""
            .formatted(ROWS),
        """
        INSERT INTO application_history (application_id, status, at, by)
        SELECT id, 'ACCEPTED', accepted_at, 'applicant' FROM shipping_application""",
        """
        INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload)
        SELECT uuidv7(), 'application', id, 'application.accepted', '{}' FROM shipping_application""",
        // Later steps of the one in the order of writing, with a note in between.
        """
        INSERT INTO application_history (application_id, status, at, by, kind, reason)
        SELECT id, s.status, now(), 'staff', s.kind, s.reason
        FROM (VALUES (1, 'WAREHOUSE_CHECKED', 'MOVE', NULL), (2, 'WAREHOUSE_CHECKED', 'NOTE', 'x'),
          (3, 'FEE_CONFIRMED', 'MOVE', NULL), (4, 'PAID', 'MOVE', NULL)) s (n, status, kind, reason),
          shipping_application WHERE shipping_application.status = 'PAID' ORDER BY s.n, id DESC""",
        """
        INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload)
        SELECT uuidv7(), m.about, id, m.type, '{}'
        FROM (VALUES (1, 'application', 'application.warehouse-checked'),
          (2, 'application', 'application.fee-confirmed'), (3, 'application', 'application.paid'),
          (4, 'waybill', 'waybill.order')) m (n, about, type),
          shipping_application WHERE status = 'PAID' ORDER BY m.n, id DESC""",
        "DELETE FROM outbox WHERE type = 'application.accepted' AND random() < 0.5",
        "INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload)"
            + " VALUES (uuidv7(), 'application', 'by hand', 'test', '{}')");
  }

  @AfterEach
  void drop() {
    TestDatabase.drop(url);
  }

  @Test
  void keepsEveryKeyReceiptHistoryAndOrder() {
    var before = value(SEEN.formatted("h.id", "o.sequence"));
    migrate("12");
    assertEquals(before, value(SEEN.formatted("h.step", "o.step")));

    assertEquals(Integer.toString(ROWS), value("SELECT count(*) FROM shipping_application"));
    assertEquals(
        "0",
        value(
            "SELECT count(*) FROM shipping_application a WHERE last_step <>"
                + " (SELECT count(*) FROM application_history h WHERE h.application_id = a.id)"));
    assertEquals(
        "application.fee-confirmed 4,application.paid 5,application.warehouse-checked 2,"
            + "waybill.order 5",
        value(
            "SELECT string_agg(DISTINCT type || ' ' || step, ',' ORDER BY type || ' ' || step)"
                + " FROM outbox WHERE type NOT IN ('application.accepted', 'test')"));
    assertEquals(
        "0",
        value(
            "SELECT count(*) FROM application_history h JOIN shipping_application a"
                + " ON a.id = h.application_id"
                + " WHERE (a.account_id, a.bucket) <> (h.account_id, h.bucket)"));
  }

  @Test
  void decidesOldKeysAndBucketsByConstraintsAsBefore() {
    migrate("12");
    var sameKey = "SELECT account_id, %s, 'key-1', gen_random_uuid() FROM first";
    assertTrue(insert(sameKey.formatted("bucket")).contains("shipping_application_account_key"));
    // The bucket cannot be used to get round the constraint of the key.
    assertTrue(
        insert(sameKey.formatted("(bucket + 1) % 4096"))
            .contains("shipping_application_bucket_of_account"));
  }

  private String insert(String values) {
    return assertThrows(
            IllegalStateException.class,
            () ->
                run(
                    "WITH first AS (SELECT * FROM shipping_application WHERE idempotency_key = 'key-1')"
                        + " INSERT INTO shipping_application (account_id, bucket, idempotency_key, id,"
                        + " fingerprint, fingerprint_version, status, last_step, accepted_at,"
                        + " key_expires_at, updated_at, origin, destination, parcels)"
                        + " SELECT n.*, sha256(''), 1, 'ACCEPTED', 1, now(), now(), now(), 'AU', 'KR', 1"
                        + " FROM ("
                        + values
                        + ") n"))
        .getMessage();
  }

  private void migrate(String version) {
    Flyway.configure()
        .dataSource(url, TestDatabase.USER, TestDatabase.PASSWORD)
        .target(version)
        .load()
        .migrate();
  }

  private void run(String... statements) {
    try (var connection =
            DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD);
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String value(String sql) {
    try (var connection =
            DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD);
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
