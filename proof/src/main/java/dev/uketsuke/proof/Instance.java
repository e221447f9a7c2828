package dev.uketsuke.proof;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A packaged instance as a process of its own, on the same port each time it is started. */
final class Instance implements AutoCloseable {

  private volatile Path jar;
  private final Map<String, String> environment;
  private final Path log;
  private final int port;
  private volatile Process process;

  Instance(Path jar, Map<String, String> environment, Path log) {
    this.jar = jar;
    this.environment = environment;
    this.log = log;
    this.port = Ports.free();
  }

  /** Returns the settings of an instance that reaches its database at the given local port. */
  static Map<String, String> environment(Callers callers, int databasePort) {
    Map<String, String> environment = new HashMap<>(callers.environment());
    environment.put(
        "QUARKUS_DATASOURCE_JDBC_URL", "jdbc:postgresql://localhost:" + databasePort + "/proof");
    environment.put("QUARKUS_DATASOURCE_USERNAME", Database.USER);
    environment.put("QUARKUS_DATASOURCE_PASSWORD", Database.USER);
    return environment;
  }

  URI uri() {
    return URI.create("http://localhost:" + port);
  }

  long pid() {
    return process.pid();
  }

  void start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-jar",
                jar.toString()));
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    builder.environment().put("PORT", Integer.toString(port));
    process = builder.start();
  }

  /** Returns once the instance says that it is ready. */
  void awaitReady() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(uri().resolve("/q/health/ready"))
            .timeout(Duration.ofSeconds(2))
            .build();
    long deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (System.nanoTime() < deadline) {
      if (!process.isAlive()) {
        throw new IllegalStateException("an instance ended by itself, see " + log);
      }
      try {
        if (client.send(request, BodyHandlers.discarding()).statusCode() == 200) {
          return;
        }
      } catch (IOException notYet) {
        // It is still starting.
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("an instance did not become ready, see " + log);
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends the instance as a platform does that rolls out a new version, and starts that one. */
  void upgrade(Path newer) throws Exception {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      kill();
    }
    jar = newer;
    start();
    awaitReady();
  }

  void freeze(long millis) throws Exception {
    Signals.send("STOP", process.pid());
    Thread.sleep(millis);
    Signals.send("CONT", process.pid());
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
