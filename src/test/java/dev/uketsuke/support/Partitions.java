package dev.uketsuke.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/** Runs scripts of {@code deploy/} on a database, as the service's own role. */
public final class Partitions {

  private Partitions() {}

  /**
   * Brings a database to the newest schema, with a lock outside of transactions as the service has
   * it: an index that is built concurrently waits for all open transactions.
   */
  public static void migrate(String url) {
    migrate(url, "latest");
  }

  /** Brings a database to an older schema. */
  public static void migrate(String url, String target) {
    var flyway = Flyway.configure().dataSource(url, TestDatabase.USER, TestDatabase.PASSWORD);
    flyway
        .getPluginRegister()
        .getExact(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
    flyway.placeholders(Map.of("concurrently", "CONCURRENTLY")).target(target).load().migrate();
  }

  /** Defines the steps of {@code deploy/partitions}; the schema's owner may create schemas. */
  public static void define(String url) {
    run(url, script("deploy/partitions/partition.sql"));
  }

  public static String script(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs statements, each committed by itself. */
  public static void run(String url, String... statements) {
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
}
