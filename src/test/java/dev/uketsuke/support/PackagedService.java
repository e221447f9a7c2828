package dev.uketsuke.support;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The production artefact (jar or native binary, whichever was built last) as a process of its own,
 * configured by its environment alone. Several may run against one database.
 */
public final class PackagedService implements AutoCloseable {

  private static final Path TARGET = Path.of("target");

  private final Process process;
  private final int port;
  private final Path log;

  private PackagedService(Process process, int port, Path log) {
    this.process = process;
    this.port = port;
    this.log = log;
  }

  /** Starts an instance on the current test database and waits until it is ready. */
  public static PackagedService start() throws Exception {
    return start(Map.of());
  }

  /**
   * Starts an instance and waits until it is ready.
   *
   * @param environment variables that are added to, or replace, those that name the test database
   *     and the test key
   */
  public static PackagedService start(Map<String, String> environment) throws Exception {
    var service = launch(environment);
    try {
      service.awaitReady();
      return service;
    } catch (Exception | AssertionError e) {
      service.close();
      throw e;
    }
  }

  /**
   * Starts an instance and does not wait: for instances that should refuse to start, or start at
   * once.
   *
   * @param environment as in {@link #start(Map)}
   * @param arguments of the process
   */
  public static PackagedService launch(Map<String, String> environment, String... arguments)
      throws IOException {
    int port = freePort();
    var logs = Files.createDirectories(TARGET.resolve("packaged-service"));
    var log = Files.createTempFile(logs, "service-", ".log");
    var command = command();
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    var variables = new HashMap<String, String>();
    DatabaseResource.configuration(TestDatabase.currentUrl())
        .forEach((k, v) -> variables.put(variable(k), v));
    IdentityResource.configuration().forEach((k, v) -> variables.put(variable(k), v));
    ProviderResource.configuration().forEach((k, v) -> variables.put(variable(k), v));
    variables.put("PORT", Integer.toString(port));
    variables.putAll(environment);
    builder.environment().putAll(variables);
    return new PackagedService(builder.start(), port, log);
  }

  public URI uri() {
    return URI.create("http://localhost:" + port);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** All that the process wrote so far. */
  public String log() throws IOException {
    return Files.readString(log);
  }

  /**
   * Returns once {@code /q/health/ready} answers 200; fails with the log if the process ends or
   * takes too long.
   */
  public void awaitReady() throws Exception {
    var client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    var request =
        HttpRequest.newBuilder(uri().resolve("/q/health/ready"))
            .timeout(Duration.ofSeconds(2))
            .build();
    try {
      Until.holds(
          "service ready",
          () -> {
            if (!process.isAlive()) {
              throw new AssertionError("ended with " + process.exitValue());
            }
            try {
              return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
            } catch (IOException e) {
              return false;
            }
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + log(), e);
    }
  }

  /** The exit code; fails if the process is still there after the given time. */
  public int awaitExit(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("process " + pid() + " did not end");
    }
    return process.exitValue();
  }

  /** Hard stop, kill -9; returns when the process is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM; returns at once. */
  public void terminate() {
    process.destroy();
  }

  /** SIGSTOP: the process stays, with its connections, and does nothing. */
  public void freeze() throws Exception {
    signal("STOP");
  }

  /** SIGCONT after {@link #freeze()}. */
  public void thaw() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("kill -" + name + " gave " + exit);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static List<String> command() throws IOException {
    var artefact = new Properties();
    try (var in = Files.newInputStream(TARGET.resolve("quarkus-artifact.properties"))) {
      artefact.load(in);
    }
    var command = new ArrayList<String>();
    if (artefact.getProperty("type").startsWith("native")) {
      command.add(TARGET.resolve(artefact.getProperty("path")).toAbsolutePath().toString());
    } else {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      options().forEach(command::add);
      command.add("-jar");
      command.add(TARGET.resolve(artefact.getProperty("path")).toAbsolutePath().toString());
    }
    return command;
  }

  /** Those of the JVM; none is as good an answer as some. */
  private static Stream<String> options() {
    var line = System.getProperty("quarkus.test.arg-line", "-XX:+UseSerialGC");
    return Stream.of(line.split("\\s+")).filter(option -> !option.isEmpty());
  }

  private static String variable(String property) {
    return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
