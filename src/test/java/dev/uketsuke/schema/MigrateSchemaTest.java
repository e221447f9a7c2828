package dev.uketsuke.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.TestDatabase;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Migrations on real databases: pending, blocked, refused, and outside a transaction. */
class MigrateSchemaTest {

  @TempDir Path scripts;
  private String url;

  @BeforeEach
  void freshDatabase() throws IOException {
    url = TestDatabase.create();
    write("V1__create_thing.sql", "CREATE TABLE thing (id integer NOT NULL);");
  }

  @Test
  void currentSchemaIsLeftAlone() throws IOException {
    migrate();
    // Flyway could not even read its table's columns any more; the query does not need this one.
    TestDatabase.execute("ALTER TABLE flyway_schema_history DROP COLUMN description");

    migrate();
    schema(false, () -> {}).ensureCurrent();

    write("V2__add_column.sql", "ALTER TABLE thing ADD COLUMN name text;");
    assertThrows(RuntimeException.class, this::migrate, "the query must see that V2 is missing");
  }

  @Test
  void migrationOfANewerReleaseMayBeThere() throws IOException {
    write("V2__add_column.sql", "ALTER TABLE thing ADD COLUMN name text;");
    migrate();
    Files.delete(scripts.resolve("V2__add_column.sql"));

    migrate();
    schema(false, () -> {}).ensureCurrent();
  }

  @Test
  void editedScriptIsNotTakenForCurrent() throws IOException {
    migrate();
    write("V1__create_thing.sql", "CREATE TABLE thing (id integer NOT NULL, name text);");

    assertThrows(RuntimeException.class, this::migrate);
    assertThrows(RuntimeException.class, () -> schema(false, () -> {}).ensureCurrent());
  }

  @Test
  void withoutTheRightToMigrateAnOldSchemaIsRefusedInOneSentence() throws IOException {
    migrate();
    write("V2__add_column.sql", "ALTER TABLE thing ADD COLUMN name text;");
    write("V3__add_column.sql", "ALTER TABLE thing ADD COLUMN size text;");

    var refused =
        assertThrows(ConfigurationException.class, () -> schema(false, () -> {}).ensureCurrent());

    assertEquals(
        "The database schema lacks the migrations 2, 3, and UKETSUKE_MIGRATE_AT_START is false: run"
            + " this release with --job=migrate first",
        refused.getMessage());
    assertEquals("1", TestDatabase.value("SELECT max(version) FROM flyway_schema_history"));
  }

  @Test
  void readOnlyDatabaseIsNamed() throws SQLException {
    try (var connection = TestDatabase.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "ALTER DATABASE " + connection.getCatalog() + " SET default_transaction_read_only = on");
    }

    var refused = assertThrows(ConfigurationException.class, this::migrate);

    assertTrue(refused.getMessage().contains("the database is read-only"), refused::getMessage);
  }

  /** The migration gives up its wait, so that others get through, and then tries again. */
  @Test
  void migrationWaitsBrieflyForItsLockAndTriesAgain() throws Exception {
    migrate();
    write("V2__add_column.sql", "ALTER TABLE thing ADD COLUMN name text;");
    var pauses = new AtomicInteger();
    try (Connection rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      rival.createStatement().execute("LOCK TABLE thing IN ACCESS SHARE MODE");

      schema(
              true,
              () -> {
                if (pauses.incrementAndGet() == 2) {
                  rollback(rival);
                }
              })
          .ensureCurrent();
    }
    assertEquals(2, pauses.get());
    assertEquals("2", TestDatabase.value("SELECT max(version) FROM flyway_schema_history"));
  }

  @Test
  void migrationThatNeverGetsItsLockSaysWhatToDo() throws Exception {
    migrate();
    write("V2__add_column.sql", "ALTER TABLE thing ADD COLUMN name text;");
    try (Connection rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      rival.createStatement().execute("LOCK TABLE thing IN ACCESS SHARE MODE");

      var refused = assertThrows(ConfigurationException.class, this::migrate);

      assertTrue(refused.getMessage().contains("pg_stat_activity"), refused::getMessage);
    }
  }

  /** Flyway's own lock must not keep the index from being built, and a failure leaves no trace. */
  @Test
  void indexIsBuiltConcurrentlyAlsoAfterAFailure() throws Exception {
    migrate();
    write(
        "V2__index_thing.sql",
        "DROP INDEX CONCURRENTLY IF EXISTS thing_id;\nCREATE INDEX CONCURRENTLY thing_id ON thing (id);");
    var pauses = new AtomicInteger();
    try (Connection rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      rival.createStatement().execute("LOCK TABLE thing IN ROW EXCLUSIVE MODE");

      schema(
              true,
              () -> {
                pauses.incrementAndGet();
                rollback(rival);
              })
          .ensureCurrent();
    }
    assertEquals(1, pauses.get());
    assertEquals(
        "t",
        TestDatabase.value(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = 'thing_id'::regclass"));
    assertEquals(
        "0", TestDatabase.value("SELECT count(*) FROM flyway_schema_history WHERE NOT success"));
  }

  /** The index is on the whole table at the end, and each part of it was built beside writers. */
  @Test
  void indexIsBuiltOnEachPartitionBesideWriters() throws Exception {
    write(
        "V1__create_thing.sql",
        "CREATE TABLE shipping_application (bucket integer NOT NULL, name text);");
    migrate();
    divideIntoPartitions();
    TestDatabase.execute(
        "INSERT INTO shipping_application SELECT n, n FROM generate_series(1, 99) n");
    write(
        "V2__index_thing.sql",
        """
        -- CREATE INDEX ${concurrently} not_this_one ON shipping_application (bucket);
        DROP INDEX ${concurrently} IF EXISTS by_name;
        CREATE INDEX ${concurrently} by_name ON shipping_application (name, bucket) WHERE name <> 'x';
        DROP INDEX ${concurrently} IF EXISTS by_age;""");
    // An interrupted attempt has left this.
    TestDatabase.execute("CREATE INDEX by_name_p1 ON shipping_application_p1 (name)");
    var pauses = new AtomicInteger();
    try (Connection rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      rival.createStatement().execute("INSERT INTO shipping_application VALUES (1, 'rival')");

      schema(
              true,
              () -> {
                pauses.incrementAndGet();
                rollback(rival);
              })
          .ensureCurrent();
    }
    assertEquals(1, pauses.get());
    assertEquals(
        "t",
        TestDatabase.value(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = 'by_name'::regclass"));
    assertEquals(
        "by_name_p0 by_name_p1",
        TestDatabase.value(
            "SELECT string_agg(inhrelid::regclass::text, ' ' ORDER BY inhrelid::regclass::text)"
                + " FROM pg_inherits WHERE inhparent = 'by_name'::regclass"));
    assertEquals("2", TestDatabase.value("SELECT max(version) FROM flyway_schema_history"));
    migrate();
  }

  private static void divideIntoPartitions() {
    TestDatabase.execute(
        "DROP TABLE shipping_application",
        "CREATE TABLE shipping_application (bucket integer NOT NULL, name text)"
            + " PARTITION BY HASH (bucket)",
        "CREATE TABLE shipping_application_p0 PARTITION OF shipping_application"
            + " FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
        "CREATE TABLE shipping_application_p1 PARTITION OF shipping_application"
            + " FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
        "ALTER TABLE shipping_application OWNER TO " + TestDatabase.USER,
        "ALTER TABLE shipping_application_p0 OWNER TO " + TestDatabase.USER,
        "ALTER TABLE shipping_application_p1 OWNER TO " + TestDatabase.USER);
  }

  @Test
  void connectionOfMigrationsFollowsThePoolButForItsSocketTimeOut() {
    var properties = new Properties();
    properties.setProperty("targetServerType", "primary");
    properties.setProperty("socketTimeout", "10");
    properties.setProperty("connectTimeout", "2");

    var source =
        MigrationConnection.dataSource(
            "jdbc:postgresql://a,b/d?connectTimeout=7", properties, "u", "p");

    assertTrue(source.getUrl().contains("targetServerType=primary"), source.getUrl());
    assertFalse(source.getUrl().contains("socketTimeout=10"), source.getUrl());
    assertEquals(7, source.getConnectTimeout());
  }

  private void migrate() {
    schema(true, () -> {}).ensureCurrent();
  }

  private MigrateSchema schema(boolean migrates, Runnable pause) {
    DataSource source =
        MigrationConnection.dataSource(
            url, new Properties(), TestDatabase.USER, TestDatabase.PASSWORD);
    var configuration =
        Flyway.configure()
            .dataSource(source)
            .locations("filesystem:" + scripts)
            .initSql("SET lock_timeout = '200ms'")
            .placeholders(Map.of("concurrently", "CONCURRENTLY"))
            .ignoreMigrationPatterns("*:future");
    configuration.resourceProvider(new Scripts(scripts));
    MigrationConnection.lockOutsideTransactions(configuration);
    return new MigrateSchema(configuration.load(), source, migrates, true, pause);
  }

  private void write(String name, String sql) throws IOException {
    Files.writeString(scripts.resolve(name), sql);
  }

  private static void rollback(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
