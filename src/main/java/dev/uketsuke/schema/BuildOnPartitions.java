package dev.uketsuke.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Lets a migration add an index to tables that were divided into partitions (deploy/partitions).
 *
 * <p>PostgreSQL builds no index {@code CONCURRENTLY} on a partitioned table. So scripts write
 * {@code ${concurrently}}, which is empty there, and before such a script runs this builds the
 * index concurrently on each partition. The script's own statement then finds and attaches them,
 * which takes a moment. It is done between two runs of Flyway, because an index that is built
 * concurrently waits for the transaction of a script.
 *
 * <p>Guarantee: intake and moves go on while an index is built, with partitions and without. Of
 * several instances one builds, and the others wait; what an interrupted attempt left is built
 * anew.
 */
final class BuildOnPartitions {

  private static final String PLACEHOLDER = "concurrently";

  private static final Pattern INDEX =
      Pattern.compile(
          "CREATE (UNIQUE )?INDEX \\$\\{concurrently}\\s+(\\w+)\\s+ON\\s+(\\w+)([^;]*);",
          Pattern.CASE_INSENSITIVE);

  private static final String IS_PARTITIONED =
      "SELECT count(*) > 0 FROM pg_class WHERE relkind = 'p' AND relname = 'shipping_application'"
          + " AND relnamespace = current_schema()::regnamespace";

  /** Held by the session, as Flyway's own lock is, until the connection is closed. */
  private static final String ONE_AT_A_TIME =
      "SET lock_timeout = 0; SELECT pg_advisory_lock(hashtextextended('uketsuke partitions', 0))";

  private final Configuration configuration;

  private BuildOnPartitions(Configuration configuration) {
    this.configuration = configuration;
  }

  /** Runs all pending migrations, as this database demands. */
  static void migrate(Flyway flyway) {
    BuildOnPartitions partitions = new BuildOnPartitions(flyway.getConfiguration());
    if (partitions.exist()) {
      partitions.migrate(flyway.info().pending());
    } else {
      flyway.migrate();
    }
  }

  /** Returns false also if the database does not answer: Flyway waits for it, or says so. */
  private boolean exist() {
    try (Connection connection = configuration.getDataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(IS_PARTITIONED)) {
      return row.next() && row.getBoolean(1);
    } catch (SQLException notKnown) {
      return false;
    }
  }

  private void migrate(MigrationInfo... pending) {
    MigrationVersion before = null;
    for (MigrationInfo migration : pending) {
      List<MatchResult> indexes = INDEX.matcher(script(migration)).results().toList();
      if (!indexes.isEmpty()) {
        if (before != null) {
          divided().target(before).load().migrate();
        }
        build(indexes);
      }
      before = migration.getVersion();
    }
    divided().load().migrate();
  }

  private FluentConfiguration divided() {
    FluentConfiguration divided =
        Flyway.configure(configuration.getClassLoader())
            .configuration(configuration)
            .placeholders(Map.of(PLACEHOLDER, ""));
    MigrationConnection.lockOutsideTransactions(divided);
    return divided;
  }

  private void build(List<MatchResult> indexes) {
    try (Connection connection = configuration.getDataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(ONE_AT_A_TIME);
      if (configuration.getInitSql() != null) {
        statement.execute(configuration.getInitSql());
      }
      for (MatchResult index : indexes) {
        build(statement, index);
      }
    } catch (SQLException failure) {
      throw new FlywayException(
          "An index could not be built on a partition: " + failure.getMessage(), failure);
    }
  }

  private static void build(Statement statement, MatchResult index) throws SQLException {
    String unique = index.group(1) == null ? "" : "UNIQUE ";
    for (String partition : partitions(statement, index.group(3))) {
      String name = index.group(2) + partition.substring(partition.lastIndexOf('_'));
      if (!isAttached(statement, name)) {
        statement.execute("DROP INDEX CONCURRENTLY IF EXISTS " + name);
        statement.execute(
            "CREATE "
                + unique
                + "INDEX CONCURRENTLY "
                + name
                + " ON "
                + partition
                + index.group(4));
      }
    }
  }

  /** Another instance may have run the script while this one waited. */
  private static boolean isAttached(Statement statement, String index) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT count(*) > 0 FROM pg_inherits WHERE inhrelid = to_regclass('" + index + "')")) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static List<String> partitions(Statement statement, String table) throws SQLException {
    List<String> partitions = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT p.relname FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid"
                + " WHERE i.inhparent = to_regclass('"
                + table
                + "') ORDER BY p.relname")) {
      while (rows.next()) {
        partitions.add(rows.getString(1));
      }
    }
    return partitions;
  }

  private String script(MigrationInfo migration) {
    return configuration.getResourceProvider().getResources("V", new String[] {".sql"}).stream()
        .filter(resource -> migration.getScript().endsWith(resource.getFilename()))
        .map(
            resource -> {
              try (BufferedReader lines = new BufferedReader(resource.read())) {
                return lines
                    .lines()
                    .map(line -> line.replaceFirst("--.*", ""))
                    .collect(Collectors.joining("\n"));
              } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
              }
            })
        .findFirst()
        .orElse("");
  }
}
