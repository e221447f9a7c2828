package dev.uketsuke.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Until;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    assertBuiltByPartition("by_name");
    assertEquals("2", TestDatabase.value("SELECT max(version) FROM flyway_schema_history"));
    migrate();
  }

  /**
   * An index that is built concurrently waits for every statement that is open. So the instance
   * that waits for its turn must have none, or the two would wait for each other.
   */
  @Test
  void instancesThatStartTogetherMigrateAPartitionedSchemaOnce() throws Exception {
    divided();
    write(
        "V2__index_thing.sql",
        """
        DROP INDEX ${concurrently} IF EXISTS by_name;
        CREATE INDEX ${concurrently} by_name ON shipping_application (name);
        CREATE TABLE seen AS
          SELECT pg_try_advisory_lock(hashtextextended('uketsuke partitions', 0)) AS free;""");
    var waits = new CountDownLatch(1);
    try (Connection rival = TestDatabase.connect()) {
      rival.setAutoCommit(false);
      rival.createStatement().execute("INSERT INTO shipping_application VALUES (1, 'rival')");
      var first = Concurrently.start(i -> migratePatiently(() -> {}));
      Until.holds("the first builds and waits for the rival", () -> waiting("CREATE INDEX%") == 1);
      var second =
          Concurrently.start(
              i ->
                  migratePatiently(
                      () -> {
                        waits.countDown();
                        Thread.yield();
                      }));
      assertTrue(waits.await(1, TimeUnit.MINUTES), "the second does not wait for its turn");
      rival.rollback();
      first.get(1, TimeUnit.MINUTES);
      second.get(1, TimeUnit.MINUTES);
    }
    assertBuiltByPartition("by_name");
    assertEquals(
        "f", TestDatabase.value("SELECT free FROM seen"), "the lock was free during the script");
    assertEquals("2", TestDatabase.value("SELECT count(*) FROM flyway_schema_history"));
  }

  /** Dropped with its parts by the script, it would be built anew while writers wait. */
  @Test
  void attachedIndexOfAScriptThatWasNotRecordedIsBuiltAnew() throws Exception {
    divided();
    write(
        "V2__index_thing.sql",
        """
        DROP INDEX ${concurrently} IF EXISTS by_name;
        CREATE INDEX ${concurrently} by_name ON shipping_application (name);""");
    TestDatabase.execute(
        "CREATE INDEX by_name_p0 ON shipping_application_p0 (name)",
        "CREATE INDEX by_name_p1 ON shipping_application_p1 (name)",
        "CREATE INDEX by_name ON shipping_application (name)");

    migrate();

    assertBuiltByPartition("by_name");
  }

  @Test
  void databaseThatDoesNotAnswerAtFirstIsNotTakenForOneWithoutPartitions() throws Exception {
    divided();
    write(
        "V2__index_thing.sql",
        """
        DROP INDEX ${concurrently} IF EXISTS by_name;
        CREATE INDEX ${concurrently} by_name ON shipping_application (name);""");
    var failures = new AtomicInteger(1);

    new BuildOnPartitions(flyway(flaky(source(), failures), "200ms"), () -> {}).migrate();

    assertBuiltByPartition("by_name");
    assertEquals(0, failures.get());
  }

  private void divided() throws IOException {
    write(
        "V1__create_thing.sql",
        "CREATE TABLE shipping_application (bucket integer NOT NULL, name text);");
    migrate();
    divideIntoPartitions();
  }

  private Void migratePatiently(Runnable pause) {
    new MigrateSchema(flyway(source(), "60s"), source(), true, true, pause).ensureCurrent();
    return null;
  }

  private static int waiting(String query) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE ?"
                + " AND datname = current_database()",
            query));
  }

  private static void assertBuiltByPartition(String index) {
    assertEquals(
        "t",
        TestDatabase.value(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(?)", index));
    assertEquals(
        index + "_p0 " + index + "_p1",
        TestDatabase.value(
            "SELECT string_agg(inhrelid::regclass::text, ' ' ORDER BY inhrelid::regclass::text)"
                + " FROM pg_inherits WHERE inhparent = to_regclass(?)",
            index));
  }

  /** Refuses so many connections first. */
  private static DataSource flaky(DataSource source, AtomicInteger failures) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, values) -> {
              if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new SQLException("refused by the test", "08001");
              }
              return method.invoke(source, values);
            });
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
    return new MigrateSchema(flyway(source(), "200ms"), source(), migrates, true, pause);
  }

  private DataSource source() {
    return MigrationConnection.dataSource(
        url, new Properties(), TestDatabase.USER, TestDatabase.PASSWORD);
  }

  private Flyway flyway(DataSource source, String lockTimeout) {
    var configuration =
        Flyway.configure()
            .dataSource(source)
            .locations("filesystem:" + scripts)
            .initSql("SET lock_timeout = '" + lockTimeout + "'")
            .placeholders(Map.of("concurrently", "CONCURRENTLY"))
            .ignoreMigrationPatterns("*:future");
    configuration.resourceProvider(new Scripts(scripts));
    MigrationConnection.lockOutsideTransactions(configuration);
    return configuration.load();
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
