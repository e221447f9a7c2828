package dev.uketsuke.submissions;

import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Until;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The server of {@link TestDatabase} with a synchronous standby beside it, both of which {@link
 * BenchSoak} kills, freezes and starts again. Every commit waits until the standby has it.
 */
final class BenchServer {

  private final Path data;
  private final Path standbyData;
  private final List<String> command;
  private Process standby;

  private BenchServer(Path data, List<String> command) {
    this.data = data;
    this.standbyData = data.resolveSibling(data.getFileName() + "-standby");
    this.command = command;
  }

  /** Stops the server, copies its files for the standby, and starts both. */
  static BenchServer withStandby() throws Exception {
    var data = Path.of(TestDatabase.value("SHOW data_directory"));
    var command = new ArrayList<String>();
    // What the server was started with: the program, and then each argument in quotes.
    for (var word : Files.readString(data.resolve("postmaster.opts")).trim().split(" (?=\")")) {
      command.add(word.replace("\"", ""));
    }
    var server = new BenchServer(data, command);
    server.stop("INT");
    server.copy();
    server.start();
    server.startStandby();
    TestDatabase.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    TestDatabase.execute("SELECT pg_reload_conf()");
    Until.holds("the standby follows", () -> "sync".equals(server.standbyState()));
    return server;
  }

  /** Kills the server as a power cut would, and starts it again. */
  void killAndRestart() throws Exception {
    stop("KILL");
    start();
  }

  /** Refuses every write from now on, in sessions that are open too. */
  void readOnly(boolean on) {
    try (var connection = DriverManager.getConnection(administration(), "postgres", "");
        var statement = connection.createStatement()) {
      statement.execute("SET default_transaction_read_only = off");
      statement.execute("ALTER SYSTEM SET default_transaction_read_only = " + (on ? "on" : "off"));
      statement.execute("SELECT pg_reload_conf()");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void freeze(boolean on) throws Exception {
    signal(on ? "STOP" : "CONT", ProcessHandle.of(pid()).orElseThrow());
  }

  void freezeStandby(boolean on) throws Exception {
    signal(on ? "STOP" : "CONT", standby.toHandle());
  }

  /** The sessions of the service. */
  int sessions() {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = ?", TestDatabase.USER));
  }

  private String standbyState() {
    return TestDatabase.value("SELECT max(sync_state) FROM pg_stat_replication");
  }

  private static String administration() {
    return TestDatabase.currentUrl().replaceFirst("/[^/]*$", "/postgres");
  }

  private long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
  }

  private void stop(String signal) throws Exception {
    var process = ProcessHandle.of(pid()).orElseThrow();
    var children = process.children().toList();
    run("kill", "-" + signal, Long.toString(process.pid()));
    Until.holds(
        "the server is gone",
        () -> !process.isAlive() && children.stream().noneMatch(ProcessHandle::isAlive));
  }

  private void start() throws Exception {
    launch(command, data);
    Until.holds("the server answers", BenchServer::answers);
  }

  private static boolean answers() {
    try (var connection = DriverManager.getConnection(administration(), "postgres", "")) {
      return connection.isValid(2);
    } catch (SQLException notYet) {
      return false;
    }
  }

  private void startStandby() throws Exception {
    Files.writeString(
        standbyData.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=localhost port=%s user=postgres'%n"
            .formatted(TestDatabase.currentUrl().replaceFirst(".*:(\\d+)/.*", "$1")),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    Files.writeString(standbyData.resolve("standby.signal"), "");
    var words = new ArrayList<String>();
    for (var word : command) {
      words.add(word.replace(data.toString(), standbyData.toString()));
    }
    words.addAll(
        List.of("-p", Integer.toString(freePort()), "-c", "wal_retrieve_retry_interval=1s"));
    standby = launch(words, standbyData);
  }

  private static Process launch(List<String> command, Path data) throws IOException {
    var log = data.resolveSibling(data.getFileName() + ".log").toFile();
    var words = new ArrayList<String>();
    if (System.getProperty("user.name").equals("root")) {
      words.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
    }
    words.addAll(command);
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .redirectInput(new File("/dev/null"))
        .start();
  }

  private void copy() throws IOException {
    try (var files = Files.walk(data)) {
      for (var file : files.toList()) {
        Files.copy(
            file, standbyData.resolve(data.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    Files.deleteIfExists(standbyData.resolve("postmaster.pid"));
  }

  /** The server's processes all stop, or all go on. */
  private static void signal(String name, ProcessHandle process) throws Exception {
    run("kill", "-" + name, Long.toString(process.pid()));
    for (var child : process.children().toList()) {
      run("kill", "-" + name, Long.toString(child.pid()));
    }
  }

  /** A process may end in the meantime, so what {@code kill} says of it does not matter. */
  private static void run(String... command) throws Exception {
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Ends the standby; the server ends with the process that started it. */
  void end() throws Exception {
    freezeStandby(false);
    standby.destroy();
    standby.waitFor();
    try (var files = Files.walk(standbyData)) {
      for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
