package dev.uketsuke.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.Partitions;
import dev.uketsuke.support.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An installation whose tables were divided by an earlier release is updated like any other. */
class PartitionedUpdateTest {

  /** The last schema whose scripts do not know of partitions. */
  private static final String DIVIDED_AT = "51";

  private final String url = TestDatabase.createBeside();

  @BeforeEach
  void divide() {
    Partitions.migrate(url, DIVIDED_AT);
    Partitions.run(
        url,
        Partitions.script("deploy/partitions/partition.sql")
            // As the release before had it.
            .replace(", 'archived_application', 'archived_history'", "")
            .replace(",\n        public.archived_application, public.archived_history", ""),
        "CALL partitioned.prepare(4)",
        "CALL partitioned.copy_all(1000)",
        "CALL partitioned.switch_over()",
        "DROP SCHEMA unpartitioned, partitioned CASCADE");
  }

  @AfterEach
  void drop() {
    TestDatabase.drop(url);
  }

  @Test
  void everyScriptOfThisReleaseRuns() throws SQLException {
    var source =
        MigrationConnection.dataSource(
            url, new Properties(), TestDatabase.USER, TestDatabase.PASSWORD);
    var configuration =
        Flyway.configure()
            .dataSource(source)
            .placeholders(Map.of("concurrently", "CONCURRENTLY"))
            .initSql("SET lock_timeout = '5s'");
    configuration.resourceProvider(new Scripts(Path.of("src/main/resources/db/migration")));
    MigrationConnection.lockOutsideTransactions(configuration);

    new MigrateSchema(configuration.load(), source, true, true, () -> {}).ensureCurrent();

    // Those that the scripts built are on the whole table and on each of its parts.
    assertEquals(
        "8",
        value(
            "SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
                + " WHERE i.indrelid = 'shipping_application'::regclass AND i.indisvalid"
                + " AND c.relname ~ '_(archivable|current_\\w+)$'"));
    assertEquals(
        "32",
        value(
            "SELECT count(*) FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhparent"
                + " WHERE c.relkind = 'I' AND c.relname ~ '_(archivable|current_\\w+)$'"));
    assertEquals("0", value("SELECT count(*) FROM pg_index WHERE NOT indisvalid"));
    assertEquals("0", value("SELECT count(*) FROM flyway_schema_history WHERE NOT success"));
  }

  private String value(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD);
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
