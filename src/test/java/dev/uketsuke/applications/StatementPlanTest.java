package dev.uketsuke.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.database.Sql;
import dev.uketsuke.support.Partitions;
import dev.uketsuke.support.TestDatabase;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each statement that knows an account or an id names the bucket: on partitioned tables its plan
 * leaves all partitions but one out, and nothing is read from end to end.
 */
class StatementPlanTest {

  private static String url;

  @BeforeAll
  static void partition() {
    url = TestDatabase.createBeside();
    Partitions.migrate(url);
    Partitions.define(url);
    Partitions.run(
        url,
        "CALL partitioned.prepare(4)",
        "CALL partitioned.copy_all(1000)",
        "CALL partitioned.switch_over()");
  }

  @AfterAll
  static void drop() {
    TestDatabase.drop(url);
  }

  @Test
  void movesReachOnePartition() {
    var id = UUID.randomUUID();
    assertReachesOnePartition(LifeTable.LOCK, id, 7);
    assertReachesOnePartition(LifeTable.FIND, 7, id, 7);
    assertReachesOnePartition(
        LifeTable.ADVANCE,
        "PAID",
        BigDecimal.ONE,
        "AUD",
        "account",
        id,
        7,
        "ACCEPTED",
        "staff",
        "");
    assertReachesOnePartition(LifeTable.NOTE, id, 7, "staff", "reason");
    assertReachesOnePartition(LifeTable.SET_WAYBILL, "number", "account", id, 7);
  }

  @Test
  void archiveReachesOnePartitionForEachBucket() {
    var id = UUID.randomUUID();
    var bucket = new Integer[] {7};
    var ids = new UUID[] {id};
    assertReachesOnePartition(ArchiveTable.LOCK_DUE, bucket, ids, Instant.EPOCH);
    assertReachesOnePartition(ArchiveTable.COPY, bucket, ids);
    assertReachesOnePartition(ArchiveTable.CLEAR, bucket, ids);
    assertReachesOnePartition(ArchiveTable.LOCK_ARCHIVED, id, 7);
    assertReachesOnePartition(ArchiveTable.RESTORE, id, 7, id, 7);
    assertReachesOnePartition(ErasePersonalContent.LOCK_DUE, bucket, ids, Instant.EPOCH);
    assertReachesOnePartition(ErasePersonalContent.ERASE, bucket, ids);
    for (var sql : List.of(ArchiveTable.MOVE_HISTORY, ArchiveTable.RESTORE_HISTORY)) {
      var plan = plan(sql, bucket, ids);
      assertFalse(plan.contains("Seq Scan"), plan);
      var from = sql.equals(ArchiveTable.MOVE_HISTORY) ? "application_history" : "archived_history";
      assertEquals(1, partitions(from, plan).size(), plan);
    }
    assertEquals(
        1, partitions("archived_application", plan(LifeTable.FIND_ARCHIVED, 7, id, 7)).size());
    assertEquals(
        1, partitions("archived_application", plan(ArchiveTable.RESTORE, id, 7, id, 7)).size());
    assertEquals(
        1,
        partitions(
                "archived_application",
                plan(EraseArchivedContent.LOCK_DUE, bucket, ids, Instant.EPOCH))
            .size());
    assertEquals(
        1,
        partitions("archived_application", plan(EraseArchivedContent.ERASE, bucket, ids)).size());
  }

  @Test
  void olderIdsAreTheOneCaseThatAsksEveryPartition() {
    var plan = plan(LifeTable.ELSEWHERE, UUID.randomUUID(), 7);
    assertFalse(plan.contains("Seq Scan"), plan);
    assertEquals(Set.of(0, 1, 2, 3), partitions("shipping_application", plan), plan);
  }

  private static void assertReachesOnePartition(String sql, Object... values) {
    var plan = plan(sql, values);
    assertFalse(plan.contains("Seq Scan"), plan);
    assertEquals(1, partitions("shipping_application", plan).size(), plan);
    assertTrue(partitions("application_history", plan).size() <= 1, plan);
  }

  private static Set<Integer> partitions(String table, String plan) {
    return Pattern.compile(" on " + table + "_p(\\d+)")
        .matcher(plan)
        .results()
        .map(found -> Integer.valueOf(found.group(1)))
        .collect(Collectors.toSet());
  }

  /** The plan for these values, which the server knows when it plans. */
  private static String plan(String sql, Object... values) {
    try (var connection =
        DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD)) {
      Sql.update(connection, "SET enable_seqscan = off");
      return String.join(
          "\n",
          Sql.query(connection, "EXPLAIN (COSTS OFF) " + sql, row -> row.getString(1), values));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
