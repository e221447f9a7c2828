package dev.uketsuke.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sends random bytes, nearly right requests most of all: {@code proof/fuzz --seed S}. */
final class Fuzz {

  private static final int WORKERS = 4;

  /** The instance runs with a heap of 256 MiB; what lies beside it is bounded, too. */
  private static final long MOST_RESIDENT_MIB = 700;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Fuzz() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i].replaceFirst("^--", ""), arguments[i + 1]);
    }
    long seed =
        options.containsKey("seed")
            ? Long.parseLong(options.get("seed"))
            : System.nanoTime() % 1_000_000;
    double minutes = Double.parseDouble(options.getOrDefault("minutes", "3"));
    Path jar = Path.of(options.getOrDefault("jar", "target/quarkus-app/quarkus-run.jar"));
    Path out = Path.of(options.getOrDefault("out", "proof/out"));
    if (!Files.exists(jar)) {
      System.err.println("There is no " + jar + ": build it with ./mvnw -DskipTests package.");
      System.exit(2);
    }
    Files.createDirectories(out);
    System.out.printf("Replay with: proof/fuzz --seed %d --minutes %s%n", seed, minutes);
    System.exit(run(seed, minutes, jar, out) ? 0 : 1);
  }

  private static boolean run(long seed, double minutes, Path jar, Path out) throws Exception {
    Callers callers = new Callers();
    FuzzReport report = new FuzzReport(out);
    Path log = out.resolve("fuzz-" + seed + ".log");
    Files.deleteIfExists(log);
    try (Database database = Database.start();
        Instance instance =
            new Instance(jar, Instance.environment(callers, database.port()), log)) {
      instance.start();
      instance.awaitReady();
      AnswerRules rules =
          new AnswerRules(json(instance, "/q/openapi?format=json"), json(instance, "/problems"));
      long end = System.nanoTime() + (long) (minutes * 60e9);
      List<Thread> workers = new ArrayList<>();
      List<String> known = new CopyOnWriteArrayList<>();
      Map<String, String> tokens = new ConcurrentHashMap<>();
      for (int i = 0; i < WORKERS; i++) {
        Random random = new Random(seed * 31 + i);
        FuzzGrammar grammar =
            new FuzzGrammar(random, callers, rules.operations(), known, tokens, seed + "." + i);
        FuzzWorker worker =
            new FuzzWorker(
                instance.uri().getPort(),
                random,
                grammar,
                rules,
                known,
                report,
                database,
                seed + "." + i,
                end);
        workers.add(new Thread(worker, "fuzz-" + i));
        workers.get(i).start();
      }
      long most = 0;
      for (Thread worker : workers) {
        while (worker.isAlive()) {
          worker.join(2_000);
          most = Math.max(most, residentMib(instance.pid()));
        }
      }
      System.out.println("Most resident memory: " + most + " MiB");
      if (most > MOST_RESIDENT_MIB) {
        report.finding("the process needs " + most + " MiB", "", "");
      }
      afterwards(instance, report);
    }
    for (String line : Files.readAllLines(log)) {
      if (line.contains("\"level\":\"ERROR\"") || line.contains("OutOfMemory")) {
        report.finding("the log has an error", line, "");
      }
    }
    return report.print();
  }

  /** The service holds nothing any more of what was sent, once all connections are closed. */
  private static void afterwards(Instance instance, FuzzReport report) throws Exception {
    for (int i = 0; i < 100; i++) {
      double open = metric(instance, "uketsuke_http_connections ");
      if (open <= 2) {
        return;
      }
      Thread.sleep(200);
    }
    report.finding("connections stay open behind the clients' end", "", "");
  }

  private static double metric(Instance instance, String name) throws Exception {
    return text(instance, "/q/metrics")
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  private static long residentMib(long pid) throws IOException {
    Path status = Path.of("/proc/" + pid + "/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .sum();
  }

  private static JsonNode json(Instance instance, String path) throws Exception {
    return JSON.readTree(text(instance, path));
  }

  private static String text(Instance instance, String path) throws Exception {
    URI uri = instance.uri().resolve(path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).header("Accept", "application/json, text/plain").build();
    return HTTP.send(request, BodyHandlers.ofString()).body();
  }
}
