package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Partitions;
import dev.uketsuke.support.TestDatabase;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The way from unpartitioned to partitioned tables loses and repeats nothing, while writers go on.
 *
 * <p>{@code -Dtest.uketsuke.partition.rows=1000000} rehearses it with a million applications.
 */
class PartitioningTest {

  private static final int ROWS = Integer.getInteger("test.uketsuke.partition.rows", 2_000);
  private static final String COPY_ALL =
      "CALL partitioned.copy_all(" + Math.max(200, ROWS / 100) + ")";
  private static final String BUCKET =
      "('x' || left(encode(sha256(convert_to(%s, 'UTF8')), 'hex'), 3))::bit(12)::integer";

  /** An application with its first history row and message, as one statement writes them. */
  private static final String WRITE =
      """
      WITH a AS (INSERT INTO shipping_application (id, account_id, bucket, idempotency_key,
          fingerprint, fingerprint_version, status, last_step, accepted_at, key_expires_at,
          updated_at, origin, destination, parcels)
        SELECT gen_random_uuid(), account, BUCKET, '%1$s-' || n, sha256(''), 1, 'ACCEPTED', 1,
          now(), now(), now(), 'AU', 'KR', 1
        FROM (SELECT 'account-' || n %% 997 AS account, n FROM generate_series(%2$d, %3$d) n) named
        RETURNING id, account_id, bucket),
      h AS (INSERT INTO application_history
          (account_id, bucket, application_id, step, status, at, by)
        SELECT account_id, bucket, id, 1, 'ACCEPTED', now(), 'applicant' FROM a)
      INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload)
      SELECT gen_random_uuid(), account_id, bucket, 1, 'application', id, 'application.accepted', '{}'
      FROM a"""
          .replace("BUCKET", BUCKET.formatted("account"));

  private static final String SEEN =
      "SELECT md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) FROM %s t";

  private final String url = TestDatabase.createBeside();

  @BeforeEach
  void fill() {
    Partitions.migrate(url);
    Partitions.run(url, WRITE.formatted("old", 1, ROWS));
    Partitions.define(url);
    Partitions.run(url, "CALL partitioned.prepare(16)");
  }

  @AfterEach
  void drop() {
    TestDatabase.drop(url);
  }

  @Test
  void keepsAllRowsWhileWritersGoOn() throws Exception {
    var stop = new AtomicBoolean();
    var begun = new CountDownLatch(1);
    var writer =
        CompletableFuture.supplyAsync(
            () -> {
              int written = 0;
              while (!stop.get()) {
                written++;
                write(written);
                begun.countDown();
              }
              return written;
            });
    begun.await();
    Partitions.run(url, COPY_ALL, "CALL partitioned.switch_over()");
    write(0);
    stop.set(true);
    int written = writer.join() + 1;

    assertEquals(
        Integer.toString(ROWS + written), value("SELECT count(*) FROM shipping_application"));
    assertEquals(
        "16", value("SELECT count(*) FROM pg_inherits WHERE inhparent = 'outbox'::regclass"));
    assertEquals(
        "0",
        value(
            "SELECT count(*) FROM shipping_application a WHERE idempotency_key LIKE 'new-%' AND"
                + " last_step <> (SELECT count(*) FROM application_history h WHERE h.application_id"
                + " = a.id)"));
    // The writer deletes the message of each application that it writes.
    assertEquals(Integer.toString(ROWS), value("SELECT count(*) FROM outbox"));
    Partitions.run(url, "DROP SCHEMA unpartitioned, partitioned CASCADE");
    assertEquals(
        Integer.toString(ROWS + written),
        value("SELECT count(*) FROM application_history WHERE step = 1"));
  }

  @Test
  void copiesEveryColumnAndKeepsTheNamesOfKeys() {
    Partitions.run(url, COPY_ALL, "CALL partitioned.switch_over()");
    for (var table :
        new String[] {
          "shipping_application",
          "application_history",
          "outbox",
          "archived_application",
          "archived_history"
        }) {
      assertEquals(value(SEEN.formatted("unpartitioned." + table)), value(SEEN.formatted(table)));
      var names =
          "SELECT string_agg(conname || ' ' || regexp_replace(pg_get_constraintdef(oid), 'unpartitioned\\.| NOT VALID', '', 'g'),"
              + " ', ' ORDER BY conname) FROM pg_constraint WHERE conrelid = '%s'::regclass"
              + " AND contype <> 'n' AND conparentid = 0";
      assertEquals(value(names.formatted("unpartitioned." + table)), value(names.formatted(table)));
      var indexes = "SELECT count(*) FROM pg_index WHERE indrelid = '%s'::regclass";
      assertEquals(
          value(indexes.formatted("unpartitioned." + table)), value(indexes.formatted(table)));
    }
  }

  @Test
  void refusesToSwitchWhileRowsAreMissing() {
    var refusal =
        assertThrows(
            IllegalStateException.class,
            () -> Partitions.run(url, "CALL partitioned.switch_over()"));
    assertTrue(refusal.getMessage().contains("nothing was changed"), refusal.getMessage());
    assertEquals("r", value("SELECT relkind FROM pg_class WHERE oid = 'outbox'::regclass"));
  }

  @Test
  void idAloneReachesOnePartition() {
    Partitions.run(url, COPY_ALL, "CALL partitioned.switch_over()");
    var plan =
        plan(
            "SELECT * FROM shipping_application a JOIN application_history h"
                + " ON h.bucket = a.bucket AND h.application_id = a.id"
                + " WHERE a.id = gen_random_uuid() AND a.bucket = 77 AND h.bucket = 77");
    var partitions = Pattern.compile(" on (\\w+_p\\d+)").matcher(plan);
    assertEquals(2, partitions.results().map(found -> found.group(1)).distinct().count(), plan);
    assertFalse(plan.contains("Append"), plan);
  }

  @Test
  void citusStatementsDoNothingOnPlainPostgres() {
    Partitions.run(url, Partitions.script("deploy/citus/distribute.sql"));
    assertEquals(
        "1",
        value(
            "SELECT count(*) FROM pg_constraint WHERE conname = 'application_history_application'"
                + " AND conrelid = 'public.application_history'::regclass"));
    assertEquals(
        null,
        value("SELECT rolconfig::text FROM pg_roles WHERE rolname = '" + TestDatabase.USER + "'"));
  }

  /** One life: written, moved, and its message deleted. */
  private void write(int number) {
    Partitions.run(
        url,
        WRITE.formatted("new", number, number),
        """
        WITH moved AS (UPDATE shipping_application SET status = 'CANCELLED', last_step = last_step + 1
          WHERE idempotency_key = 'new-%d' RETURNING *)
        INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)
        SELECT account_id, bucket, id, last_step, status, now(), 'staff' FROM moved"""
            .formatted(number),
        "DELETE FROM outbox o USING shipping_application a WHERE a.id::text = o.aggregateid"
            + " AND a.idempotency_key = 'new-%d'".formatted(number));
  }

  private String plan(String query) {
    try (var connection =
            DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("EXPLAIN (COSTS OFF) " + query)) {
      var plan = new StringBuilder();
      while (rows.next()) {
        plan.append(rows.getString(1)).append('\n');
      }
      return plan.toString();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String value(String sql) {
    try (var connection =
            DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD);
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
