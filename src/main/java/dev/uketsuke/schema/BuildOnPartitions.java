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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Lets a migration add an index to tables that were divided into partitions (deploy/partitions).
 *
 * <p>PostgreSQL builds no index {@code CONCURRENTLY} on a partitioned table. So scripts write
 * {@code ${concurrently}}, which is empty there, and before such a script runs this builds the
 * index concurrently on each partition. The script's own statement then finds and attaches them,
 * which takes a moment.
 *
 * <p>Guarantee: intake and moves go on while an index is built, with partitions and without. It
 * runs under Flyway's lock, so no two instances build at once, and what an interrupted attempt left
 * is built anew.
 */
final class BuildOnPartitions implements Callback {

  private static final String PLACEHOLDER = "concurrently";

  private static final Pattern INDEX =
      Pattern.compile(
          "CREATE (UNIQUE )?INDEX \\$\\{concurrently}\\s+(\\w+)\\s+ON\\s+(\\w+)([^;]*);",
          Pattern.CASE_INSENSITIVE);

  private static final String IS_PARTITIONED =
      "SELECT count(*) > 0 FROM pg_class WHERE relkind = 'p' AND relname = 'shipping_application'"
          + " AND relnamespace = current_schema()::regnamespace";

  /** Returns Flyway as it has to run on this database. */
  static Flyway on(Flyway flyway) {
    Configuration configuration = flyway.getConfiguration();
    if (!isPartitioned(configuration.getDataSource())) {
      return flyway;
    }
    FluentConfiguration divided =
        Flyway.configure(configuration.getClassLoader())
            .configuration(configuration)
            .placeholders(Map.of(PLACEHOLDER, ""))
            .callbacks(new BuildOnPartitions());
    MigrationConnection.lockOutsideTransactions(divided);
    return divided.load();
  }

  /** Returns false also if the database does not answer: Flyway waits for it, or says so. */
  private static boolean isPartitioned(DataSource database) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(IS_PARTITIONED)) {
      return row.next() && row.getBoolean(1);
    } catch (SQLException notKnown) {
      return false;
    }
  }

  @Override
  public String getCallbackName() {
    return "build indexes on partitions";
  }

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.BEFORE_EACH_MIGRATE;
  }

  @Override
  public boolean canHandleInTransaction(Event event, Context context) {
    return false;
  }

  @Override
  public void handle(Event event, Context context) {
    Matcher index = INDEX.matcher(script(context));
    // A connection of its own, because the one of the script may be in a transaction.
    try (Connection connection = context.getConfiguration().getDataSource().getConnection();
        Statement statement = connection.createStatement()) {
      if (context.getConfiguration().getInitSql() != null) {
        statement.execute(context.getConfiguration().getInitSql());
      }
      while (index.find()) {
        build(statement, index);
      }
    } catch (SQLException failure) {
      throw new FlywayException("An index could not be built on a partition", failure);
    }
  }

  private static void build(Statement statement, Matcher index) throws SQLException {
    String unique = index.group(1) == null ? "" : "UNIQUE ";
    for (String partition : partitions(statement, index.group(3))) {
      String name = index.group(2) + partition.substring(partition.lastIndexOf('_'));
      statement.execute("DROP INDEX CONCURRENTLY IF EXISTS " + name);
      statement.execute(
          "CREATE " + unique + "INDEX CONCURRENTLY " + name + " ON " + partition + index.group(4));
    }
  }

  private static List<String> partitions(Statement statement, String table) throws SQLException {
    List<String> partitions = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT p.relname FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid"
                + (" JOIN pg_class t ON t.oid = i.inhparent AND t.relkind = 'p'")
                + (" WHERE i.inhparent = to_regclass('" + table + "') ORDER BY p.relname"))) {
      while (rows.next()) {
        partitions.add(rows.getString(1));
      }
    }
    return partitions;
  }

  private static String script(Context context) {
    String name = context.getMigrationInfo().getScript();
    return context
        .getConfiguration()
        .getResourceProvider()
        .getResources("V", new String[] {".sql"})
        .stream()
        .filter(resource -> name.endsWith(resource.getFilename()))
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
