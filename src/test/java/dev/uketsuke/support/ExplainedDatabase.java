package dev.uketsuke.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A PostgreSQL server of its own that reports the plan of every statement of the service, with what
 * each step read, and a database with many rows.
 */
public final class ExplainedDatabase implements AutoCloseable {

  private static final int ROWS = 200_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final EmbeddedPostgres server;
  private final Path log;
  private Set<String> bigTables = Set.of();
  private long position;

  private ExplainedDatabase(EmbeddedPostgres server, Path log) {
    this.server = server;
    this.log = log;
  }

  /** Starts the server; its database is empty. */
  public static ExplainedDatabase start() throws Exception {
    var folder = Files.createTempDirectory("plans-");
    var server =
        EmbeddedPostgres.builder()
            .setServerConfig("shared_preload_libraries", "auto_explain")
            .setServerConfig("logging_collector", "on")
            .setServerConfig("log_destination", "jsonlog")
            .setServerConfig("log_directory", folder.toString())
            .setServerConfig("log_filename", "plans.log")
            .setServerConfig("log_rotation_size", "0")
            .setServerConfig("log_rotation_age", "0")
            .setServerConfig("fsync", "off")
            .setServerConfig("jit", "off")
            .setServerConfig("autovacuum", "off")
            .start();
    var database = new ExplainedDatabase(server, folder.resolve("plans.json"));
    database.execute(
        "CREATE ROLE uketsuke LOGIN",
        "CREATE DATABASE explained OWNER uketsuke",
        "ALTER ROLE uketsuke SET auto_explain.log_min_duration = 0",
        "ALTER ROLE uketsuke SET auto_explain.log_analyze = on",
        "ALTER ROLE uketsuke SET auto_explain.log_timing = off",
        "ALTER ROLE uketsuke SET auto_explain.log_format = 'json'");
    return database;
  }

  /** The variables that lead the service there. */
  public Map<String, String> environment() {
    return Map.of(
        "QUARKUS_DATASOURCE_JDBC_URL", server.getJdbcUrl("uketsuke", "explained"),
        "QUARKUS_DATASOURCE_USERNAME", "uketsuke",
        "QUARKUS_DATASOURCE_PASSWORD", "uketsuke");
  }

  /** Fills the tables, which the service has made, as a year of work would. */
  public void fill() throws Exception {
    var script =
        new String(
            ExplainedDatabase.class.getResourceAsStream("/many-rows.sql").readAllBytes(),
            java.nio.charset.StandardCharsets.UTF_8);
    try (var connection = open();
        var statement = connection.createStatement()) {
      statement.execute(script.replace(":rows", Integer.toString(ROWS)));
      statement.execute("VACUUM ANALYZE");
    }
    bigTables =
        new TreeSet<>(
            rows(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > 5000"
                    + " AND relnamespace = 'public'::regnamespace"));
  }

  /** The id of an application in the middle. */
  public String someApplication() throws SQLException {
    return rows("SELECT id FROM shipping_application ORDER BY id OFFSET 100000 LIMIT 1").get(0);
  }

  /** Passes over what was reported so far. */
  public void forget() throws IOException {
    position = Files.size(log);
  }

  /** What was reported since {@link #forget()}. */
  public List<Plan> plans() throws Exception {
    var plans = new ArrayList<Plan>();
    try (var reports = Files.newByteChannel(log).position(position);
        var lines =
            new java.io.BufferedReader(
                java.nio.channels.Channels.newReader(
                    reports, java.nio.charset.StandardCharsets.UTF_8))) {
      for (var line = lines.readLine();
          line != null && line.endsWith("}");
          line = lines.readLine()) {
        var message = JSON.readTree(line).path("message").asText();
        var begin = message.indexOf("plan:\n");
        if (begin >= 0) {
          plans.add(new Plan(JSON.readTree(message.substring(begin + 6)), bigTables));
        }
      }
    }
    return plans;
  }

  /** The plan of one statement, as it was run. */
  public record Plan(JsonNode report, Set<String> bigTables) {

    /**
     * More rows than a twentieth of a table must not be read for nothing. What is open or parked is
     * less than that, and may be read whole.
     */
    private static final double FEW = ROWS / 20.0;

    /** What no plan of ours should show: a table read whole, or rows read and thrown away. */
    public List<String> faults() {
      var faults = new ArrayList<String>();
      inspect(report.path("Plan"), faults);
      return faults;
    }

    private void inspect(JsonNode node, List<String> faults) {
      var type = node.path("Node Type").asText();
      var loops = node.path("Actual Loops").asDouble();
      var kept = node.path("Actual Rows").asDouble() * loops;
      var removed =
          (node.path("Rows Removed by Filter").asDouble()
                  + node.path("Rows Removed by Index Recheck").asDouble()
                  + node.path("Rows Removed by Join Filter").asDouble())
              * loops;
      if (type.equals("Seq Scan")
          && loops > 0
          && bigTables.contains(node.path("Relation Name").asText())) {
        faults.add("reads all of " + node.path("Relation Name").asText() + ": " + query());
      }
      if (removed > Math.max(kept, FEW)) {
        faults.add("%s throws away %.0f, keeps %.0f: %s".formatted(type, removed, kept, query()));
      }
      if (type.equals("Sort") && kept > 10_000) {
        faults.add("sorts %.0f: %s".formatted(kept, query()));
      }
      node.path("Plans").forEach(child -> inspect(child, faults));
    }

    private String query() {
      return report.path("Query Text").asText().replaceAll("\\s+", " ");
    }
  }

  private List<String> rows(String sql) throws SQLException {
    try (var connection = open();
        var statement = connection.createStatement();
        var found = statement.executeQuery(sql)) {
      var values = new ArrayList<String>();
      while (found.next()) {
        values.add(found.getString(1));
      }
      return values;
    }
  }

  private Connection open() throws SQLException {
    return server.getDatabase("postgres", "explained").getConnection();
  }

  private void execute(String... statements) throws SQLException {
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
