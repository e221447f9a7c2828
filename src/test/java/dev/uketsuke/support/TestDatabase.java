package dev.uketsuke.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One real PostgreSQL server per test JVM, with a fresh database for each application under test.
 *
 * <p>Quarkus loads test classes in several class loaders, each with its own statics; what must
 * exist once in the JVM is therefore kept in system properties.
 */
public final class TestDatabase {

  /** The role the service connects as: owns its database, and is no superuser. */
  public static final String USER = "uketsuke";

  public static final String PASSWORD = "uketsuke";

  private static final String PORT = "test.uketsuke.postgres.port";

  /**
   * Further server settings, {@code name=value,…}: the bench wants those of a server in earnest.
   */
  private static final String SETTINGS = "test.uketsuke.postgres.settings";

  private static final String CURRENT = "test.uketsuke.database";

  /** The SQLSTATE of a statement that PostgreSQL ended because of a deadlock. */
  private static final String DEADLOCK = "40P01";

  private static final int ATTEMPTS = 5;

  private TestDatabase() {}

  /** Makes an empty database, remembers it as the current one, and returns its JDBC URL. */
  public static String create() {
    var name = newName();
    administer("CREATE DATABASE " + name + " OWNER " + USER);
    System.setProperty(CURRENT, name);
    return url(name);
  }

  /** Makes an empty database beside the current one, which stays current; returns its JDBC URL. */
  public static String createBeside() {
    var name = newName();
    administer("CREATE DATABASE " + name + " OWNER " + USER);
    return url(name);
  }

  /** Drops a database that {@link #createBeside} made. */
  public static void drop(String url) {
    administer("DROP DATABASE " + url.substring(url.lastIndexOf('/') + 1));
  }

  private static String newName() {
    return "test_" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36);
  }

  private static void administer(String sql) {
    try (var connection = DriverManager.getConnection(url("postgres"), "postgres", "");
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** JDBC URL of the database that the application under test uses. */
  public static String currentUrl() {
    var name = System.getProperty(CURRENT);
    return name == null ? create() : url(name);
  }

  /**
   * A second connection to the current database, as superuser, beside those of the application
   * under test.
   */
  public static Connection connect() throws SQLException {
    return DriverManager.getConnection(currentUrl(), "postgres", "");
  }

  /**
   * Runs statements on a connection of their own, each committed by itself. A statement that
   * PostgreSQL ends because of a deadlock is run again, {@link #ATTEMPTS} times in all. Dropping a
   * trigger of a partitioned table, for example, locks the table and each of its partitions, and
   * the service under test may hold some of them and want the others.
   */
  public static void execute(String... statements) {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        executeAgainAfterDeadlocks(statement, sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void executeAgainAfterDeadlocks(Statement statement, String sql)
      throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        statement.execute(sql);
        return;
      } catch (SQLException e) {
        if (!DEADLOCK.equals(e.getSQLState()) || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Runs one parameterised update and returns the number of rows it touched. */
  public static int update(String sql, Object... parameters) {
    try (var connection = connect();
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the only row as text; null if there is no row. */
  public static String value(String sql, Object... parameters) {
    try (var connection = connect();
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (var rows = statement.executeQuery()) {
        return rows.next() ? rows.getString(1) : null;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String url(String database) {
    return "jdbc:postgresql://localhost:" + port() + "/" + database;
  }

  private static int port() {
    synchronized (Runtime.getRuntime()) { // shared by all class loaders of this JVM
      var port = Integer.getInteger(PORT);
      if (port == null) {
        port = start();
        System.setProperty(PORT, port.toString());
      }
      return port;
    }
  }

  private static int start() {
    try {
      var builder =
          EmbeddedPostgres.builder()
              .setServerConfig("max_connections", "300")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("wal_level", "logical") // for change data capture
              .setRegisterShutdownHook(true);
      for (var setting : System.getProperty(SETTINGS, "").split(",")) {
        if (!setting.isBlank()) {
          builder.setServerConfig(setting.split("=")[0], setting.split("=")[1]);
        }
      }
      var server = builder.start();
      try (var connection = server.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE ROLE " + USER + " LOGIN PASSWORD '" + PASSWORD + "'");
      }
      return server.getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
