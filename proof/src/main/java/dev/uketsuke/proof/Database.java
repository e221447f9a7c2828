package dev.uketsuke.proof;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The PostgreSQL of a run: a real server that is killed, process by process, and started again. */
final class Database implements AutoCloseable {

  static final String USER = "uketsuke";

  private final EmbeddedPostgres embedded;
  private final Path data;
  private final List<String> command = new ArrayList<>();

  private Database(EmbeddedPostgres embedded, Path data) {
    this.embedded = embedded;
    this.data = data;
  }

  static Database start() throws IOException, SQLException {
    EmbeddedPostgres embedded =
        EmbeddedPostgres.builder()
            .setPort(Ports.free())
            .setServerConfig("max_connections", "200")
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setRegisterShutdownHook(true)
            .start();
    try (Connection connection = embedded.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE " + USER + " LOGIN PASSWORD '" + USER + "'");
      statement.execute("CREATE DATABASE proof OWNER " + USER);
      ResultSet row = statement.executeQuery("SHOW data_directory");
      row.next();
      Database database = new Database(embedded, Path.of(row.getString(1)));
      // What the server was started with: the program, and then each argument in quotes.
      String options = Files.readString(database.data.resolve("postmaster.opts")).trim();
      for (String word : options.split(" (?=\")")) {
        database.command.add(word.replace("\"", ""));
      }
      return database;
    }
  }

  int port() {
    return embedded.getPort();
  }

  /** Returns a connection to the database of the service, as superuser. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://localhost:" + port() + "/proof?connectTimeout=2&socketTimeout=20",
        "postgres",
        "");
  }

  /** Kills every process of the server, and starts it again on its files. */
  void killAndRestart() throws Exception {
    ProcessHandle server = ProcessHandle.of(pid()).orElseThrow();
    List<ProcessHandle> sessions = server.children().toList();
    server.destroyForcibly();
    while (server.isAlive() || sessions.stream().anyMatch(ProcessHandle::isAlive)) {
      Thread.sleep(20);
    }
    List<String> words = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      words.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root.
    }
    words.addAll(command);
    new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(
                data.resolveSibling(data.getFileName() + ".log").toFile()))
        .redirectInput(new File("/dev/null"))
        .start();
    awaitAnswer();
  }

  /** Freezes every process of the server for a time. */
  void freeze(long millis) throws Exception {
    ProcessHandle server = ProcessHandle.of(pid()).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(server.children().toList());
    all.add(server);
    for (ProcessHandle each : all) {
      Signals.send("STOP", each.pid());
    }
    Thread.sleep(millis);
    for (ProcessHandle each : all) {
      Signals.send("CONT", each.pid());
    }
  }

  private void awaitAnswer() throws Exception {
    long deadline = System.nanoTime() + 180_000_000_000L;
    while (true) {
      try (Connection connection = connect()) {
        if (connection.isValid(2)) {
          return;
        }
      } catch (SQLException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
      }
      Thread.sleep(100);
    }
  }

  private long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
  }

  @Override
  public void close() throws IOException {
    try {
      ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroy);
    } catch (java.nio.file.NoSuchFileException gone) {
      // The server has ended already.
    }
    embedded.close();
  }
}
