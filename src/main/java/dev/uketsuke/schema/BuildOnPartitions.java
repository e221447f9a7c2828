package dev.uketsuke.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jboss.logging.Logger;

/**
 * Lets a migration add an index to tables that were divided into partitions (deploy/partitions).
 *
 * <p>PostgreSQL builds no index {@code CONCURRENTLY} on a partitioned table. So scripts write
 * {@code ${concurrently}}, which is empty there, and before such a script runs this class builds
 * the index concurrently on each partition. The script's own statement then finds and attaches
 * them, which takes a moment. The building is done between two runs of Flyway, because an index
 * that is built concurrently waits for the transaction of a script.
 *
 * <p>Guarantee: intake and moves go on while an index is built, with partitions and without. One
 * instance at a time builds indexes and runs the scripts that attach them; the others wait without
 * an open statement and find nothing left to do. What an interrupted attempt left is built anew.
 */
final class BuildOnPartitions {

  private static final Logger LOG = Logger.getLogger(BuildOnPartitions.class);

  private static final String PLACEHOLDER = "concurrently";

  private static final Pattern INDEX =
      Pattern.compile(
          "CREATE (UNIQUE )?INDEX \\$\\{concurrently}\\s+(\\w+)\\s+ON\\s+(\\w+)([^;]*);",
          Pattern.CASE_INSENSITIVE);

  private static final String IS_PARTITIONED =
      "SELECT count(*) > 0 FROM pg_class WHERE relkind = 'p' AND relname = 'shipping_application'"
          + " AND relnamespace = current_schema()::regnamespace";

  /**
   * Held by the session until its connection is closed. It is asked for again and again and never
   * waited for: an index that is built concurrently waits for every statement that has a snapshot,
   * one that waits for this lock among them, so builder and waiter would wait for each other.
   */
  private static final String ONE_AT_A_TIME =
      "SELECT pg_try_advisory_lock(hashtextextended('uketsuke partitions', 0))";

  private final Flyway flyway;
  private final Configuration configuration;
  private final Runnable pause;

  /** The indexes that this process has built and whose script may have to be tried again. */
  private final Set<String> built = new HashSet<>();

  /**
   * Makes one.
   *
   * @param pause between two attempts to be the instance that migrates
   */
  BuildOnPartitions(Flyway flyway, Runnable pause) {
    this.flyway = flyway;
    this.configuration = flyway.getConfiguration();
    this.pause = pause;
  }

  /**
   * Runs all pending migrations, as this database demands.
   *
   * @throws FlywayException if the database cannot be reached or a migration failed
   */
  void migrate() {
    if (arePresent()) {
      migrateOneAtATime();
    } else {
      flyway.migrate();
    }
  }

  /**
   * Checks whether the tables are divided. If the database does not answer, Flyway waits for it, as
   * long as its own settings say, and then it is asked once more.
   */
  private boolean arePresent() {
    try {
      return askForPartitions();
    } catch (SQLException away) {
      flyway.info();
    }
    try {
      return askForPartitions();
    } catch (SQLException failure) {
      throw failed(
          "The database does not say whether its tables are divided into partitions, and no"
              + " migration runs before it does",
          failure);
    }
  }

  private boolean askForPartitions() throws SQLException {
    try (Connection connection = configuration.getDataSource().getConnection();
        Statement statement = connection.createStatement()) {
      return isTrue(statement, IS_PARTITIONED);
    }
  }

  /** Keeps the lock until the last script has run, so that nobody builds what a script attaches. */
  private void migrateOneAtATime() {
    try (Connection connection = configuration.getDataSource().getConnection();
        Statement statement = connection.createStatement()) {
      boolean waits = false;
      while (!isTrue(statement, ONE_AT_A_TIME)) {
        if (!waits) {
          LOG.info("Another instance migrates the partitioned schema; this one waits for it.");
          waits = true;
        }
        pause.run();
      }
      if (configuration.getInitSql() != null) {
        statement.execute(configuration.getInitSql());
      }
      migrate(statement, flyway.info().pending());
    } catch (SQLException failure) {
      throw failed("An index could not be built on a partition", failure);
    }
  }

  private void migrate(Statement statement, MigrationInfo... pending) throws SQLException {
    MigrationVersion before = null;
    for (MigrationInfo migration : pending) {
      List<MatchResult> indexes = INDEX.matcher(script(migration)).results().toList();
      if (!indexes.isEmpty()) {
        if (before != null) {
          divided().target(before).load().migrate();
        }
        for (MatchResult index : indexes) {
          build(statement, index);
        }
        divided().target(migration.getVersion()).load().migrate();
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

  private void build(Statement statement, MatchResult index) throws SQLException {
    String unique = index.group(1) == null ? "" : "UNIQUE ";
    // Under the lock, an index of a script that is still pending is left from an attempt that was
    // interrupted before Flyway recorded it. The script would drop it together with its parts.
    statement.execute("DROP INDEX IF EXISTS " + index.group(2));
    for (String partition : partitions(statement, index.group(3))) {
      String name = index.group(2) + partition.substring(partition.lastIndexOf('_'));
      if (built.contains(name) && isValid(statement, name)) {
        continue;
      }
      statement.execute("DROP INDEX CONCURRENTLY IF EXISTS " + name);
      statement.execute(
          "CREATE " + unique + "INDEX CONCURRENTLY " + name + " ON " + partition + index.group(4));
      built.add(name);
    }
  }

  private static boolean isValid(Statement statement, String index) throws SQLException {
    return isTrue(
        statement,
        "SELECT count(*) > 0 FROM pg_index WHERE indisvalid AND indexrelid = to_regclass('"
            + index
            + "')");
  }

  private static boolean isTrue(Statement statement, String question) throws SQLException {
    try (ResultSet row = statement.executeQuery(question)) {
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

  private static FlywayException failed(String what, SQLException failure) {
    return new FlywayException(what + ": " + failure.getMessage(), failure);
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
