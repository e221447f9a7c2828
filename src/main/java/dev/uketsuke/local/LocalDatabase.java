package dev.uketsuke.local;

import dev.uketsuke.startup.BeforeStart;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A real PostgreSQL for dev mode, started when no database is configured.
 *
 * <p>Guarantee: one server per project directory and process, however often the code is reloaded;
 * its data outlives the process, and what was acknowledged outlives a hard stop. Rules out that a
 * newcomer has to install anything, and that a reload or a crash leaves a second server behind.
 */
public final class LocalDatabase implements BeforeStart {
  static final String URL = "quarkus.datasource.jdbc.url";
  static final Path DATA = Path.of(".uketsuke", "postgres-18");

  /**
   * Set while the server of this process runs. A live reload loads this class anew, so that only
   * the process itself can remember.
   */
  static final String RUNNING = LocalDatabase.class.getName();

  private static final int PREFERRED_PORT = 15432;
  private static final String NAME = "uketsuke";
  private static final String SUPERUSER = "postgres";

  /** Made by the service loader. */
  public LocalDatabase() {}

  @Override
  public void prepare() {
    if (System.getProperty(RUNNING) == null
        && ConfigUtils.configBuilder().build().getOptionalValue(URL, String.class).isEmpty()) {
      start();
    }
  }

  private static void start() {
    DataDirectory directory = new DataDirectory(DATA.toAbsolutePath());
    directory.recover();
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setPort(freePort())
              .setDataDirectory(directory.path())
              // Not the shared temporary directory, which other users and cleaners of files reach.
              .setOverrideWorkingDirectory(directory.path().getParent().toFile())
              .setCleanDataDirectory(false)
              .setLocaleConfig("locale", "C")
              // The defaults of the library are for tests and give up durability for speed.
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("listen_addresses", "localhost")
              .start();
      createDatabase(server);
      directory.complete();
      announce(server.getPort());
    } catch (IOException failure) {
      throw new UncheckedIOException("The embedded PostgreSQL did not start", failure);
    } catch (SQLException failure) {
      throw new IllegalStateException("The embedded PostgreSQL has no database", failure);
    }
  }

  private static void announce(int port) {
    System.setProperty(URL, "jdbc:postgresql://localhost:" + port + "/" + NAME);
    System.setProperty("quarkus.datasource.username", SUPERUSER);
    // The server trusts everybody who comes from this machine; Flyway insists on a password.
    System.setProperty("quarkus.datasource.password", SUPERUSER);
    System.setProperty(RUNNING, String.valueOf(port));
  }

  private static void createDatabase(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + NAME + "'")) {
      if (!found.next()) {
        statement.execute("CREATE DATABASE " + NAME);
      }
    }
  }

  /** The same port on each run if it is free, so that a saved connection keeps working. */
  private static int freePort() throws IOException {
    try (ServerSocket probe =
        new ServerSocket(PREFERRED_PORT, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    } catch (IOException taken) {
      return 0;
    }
  }
}
