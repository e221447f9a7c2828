package dev.uketsuke.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A real PgBouncer in transaction mode before the test server, with the settings that {@code
 * docs/scaling.md} shows.
 */
public final class PgBouncer implements AutoCloseable {

  /** How many sessions it keeps for one role in one database; PgBouncer's own default. */
  public static final int SESSIONS = 20;

  private final int port;
  private final Path folder;
  private Process process;

  private PgBouncer(int port, Path folder) {
    this.port = port;
    this.folder = folder;
  }

  /** Checks whether there is one on this machine; tests that need one are skipped without. */
  public static boolean isInstalled() {
    return binary().isPresent();
  }

  /** Starts it before the server of the current test database. */
  public static PgBouncer start() throws Exception {
    var pooler = new PgBouncer(freePort(), Files.createTempDirectory("pgbouncer-"));
    pooler.write();
    pooler.begin();
    return pooler;
  }

  /** Starts it again at its port, after {@link #stop()}. */
  public void begin() throws Exception {
    var command = new ArrayList<>(List.of(binary().orElseThrow().toString()));
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("-u", "nobody")); // It refuses to be root.
    }
    command.add(folder.resolve("pgbouncer.ini").toString());
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
            .start();
    Until.holds("PgBouncer listens", this::listens);
  }

  /** Ends it with all its connections. */
  public void stop() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Where it listens. */
  public int port() {
    return port;
  }

  /** The JDBC URL that leads through it to the same database. */
  public String through(String jdbcUrl) {
    return jdbcUrl.replaceFirst("//[^/]*/", "//127.0.0.1:" + port + "/");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private boolean listens() throws IOException {
    if (!process.isAlive()) {
      throw new AssertionError(Files.readString(folder.resolve("log")));
    }
    try (var socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /**
   * Everybody may read it, since PgBouncer runs as another user than the tests if they are root.
   */
  private void write() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var server = URI.create(TestDatabase.currentUrl().substring("jdbc:".length()));
    Files.writeString(
        folder.resolve("users.txt"),
        "\"%s\" \"%s\"\n\"postgres\" \"postgres\"\n"
            .formatted(TestDatabase.USER, TestDatabase.PASSWORD));
    Files.writeString(
        folder.resolve("pgbouncer.ini"),
        """
        [databases]
        * = host=127.0.0.1 port=%d
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = scram-sha-256
        auth_file = %s
        pool_mode = transaction
        default_pool_size = %d
        ignore_startup_parameters = extra_float_digits
        """
            .formatted(server.getPort(), port, folder.resolve("users.txt"), SESSIONS));
  }

  private static Optional<Path> binary() {
    return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
        .map(folder -> Path.of(folder, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
