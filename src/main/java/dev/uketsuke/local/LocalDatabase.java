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
 * Starts a real PostgreSQL for dev mode if no database is configured, so that nothing has to be
 * installed.
 *
 * <p>Guarantee: a project directory has one server, however often the code is reloaded and however
 * the process ends. The data is kept between runs, and acknowledged applications survive a hard
 * stop.
 */
public final class LocalDatabase implements BeforeStart {
  static final String URL = "quarkus.datasource.jdbc.url";
  static final Path DATA = Path.of(".uketsuke", "postgres-18");

  /**
   * The system property that is set while the server runs. A live reload loads this class again, so
   * a static field would not keep the information.
   */
  static final String RUNNING = LocalDatabase.class.getName();

  private static final int PREFERRED_PORT = 15432;
  private static final String NAME = "uketsuke";
  private static final String SUPERUSER = "postgres";

  /** Is public because the service loader calls it. */
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
              // The shared temporary directory is not used, because other users can write to it.
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
    // The server trusts all connections from this machine, but Flyway needs a password.
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

  /** Returns the same port on each run if it is free, so that saved connections keep working. */
  private static int freePort() throws IOException {
    try (ServerSocket probe =
        new ServerSocket(PREFERRED_PORT, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    } catch (IOException taken) {
      return 0;
    }
  }
}
