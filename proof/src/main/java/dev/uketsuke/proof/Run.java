package dev.uketsuke.proof;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Runs clients and faults against packaged instances on a PostgreSQL of its own, and checks the
 * history: {@code proof/run --seed S --minutes M --instances N [--jar JAR] [--previous JAR]
 * [--faults no]}.
 */
final class Run {

  /**
   * What is to be run.
   *
   * @param previous the artefact that the instances begin with; the same as {@code jar} if they are
   *     not upgraded
   */
  private record Plan(
      long seed, double minutes, int count, Path jar, Path previous, boolean faults, Path out) {

    Path newer() {
      return previous.equals(jar) ? null : jar;
    }
  }

  private Run() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = options(arguments);
    long seed =
        options.containsKey("seed")
            ? Long.parseLong(options.get("seed"))
            : System.nanoTime() % 1_000_000;
    double minutes = Double.parseDouble(options.getOrDefault("minutes", "3"));
    int count = Integer.parseInt(options.getOrDefault("instances", "3"));
    Path jar = Path.of(options.getOrDefault("jar", "target/quarkus-app/quarkus-run.jar"));
    boolean faults = !options.getOrDefault("faults", "yes").equals("no");
    Path out = Path.of(options.getOrDefault("out", "proof/out"));
    Path previous = options.containsKey("previous") ? Path.of(options.get("previous")) : jar;
    for (Path each : List.of(jar, previous)) {
      if (!Files.exists(each)) {
        System.err.println("There is no " + each + ": build it with ./mvnw -DskipTests package.");
        System.exit(2);
      }
    }
    Files.createDirectories(out);
    System.out.printf(
        "Replay with: proof/run --seed %d --minutes %s --instances %d%n", seed, minutes, count);
    Plan plan = new Plan(seed, minutes, count, jar, previous, faults, out);
    System.exit(run(plan) ? 0 : 1);
  }

  private static Map<String, String> options(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i].replaceFirst("^--", ""), arguments[i + 1]);
    }
    return options;
  }

  private static boolean run(Plan plan) throws Exception {
    Callers callers = new Callers();
    Recorder recorder = new Recorder();
    List<Instance> instances = new ArrayList<>();
    try (Database database = Database.start();
        CuttingProxy network = new CuttingProxy(database.port());
        Carrier carrier = new Carrier(recorder, plan.seed(), plan.faults())) {
      try {
        Map<String, String> environment = Instance.environment(callers, network.port());
        environment.putAll(carrier.environment());
        start(instances, plan, environment);
        ServiceClient service = new ServiceClient(callers, recorder);
        Clients clients =
            new Clients(
                service,
                recorder,
                database,
                instances.stream().map(Instance::uri).toList(),
                plan.seed());
        Random random = new Random(plan.seed());
        long end = System.nanoTime() + (long) (plan.minutes() * 60e9);
        clients.start(10, 3);
        Thread retention = retention(service, instances, end);
        Faults injected = new Faults(random, database, instances, network, plan.newer());
        try {
          if (plan.faults()) {
            injected.until(end);
          } else {
            Thread.sleep((long) (plan.minutes() * 60_000));
          }
        } finally {
          clients.end();
        }
        retention.join();
        for (Instance instance : instances) {
          instance.awaitReady();
        }
        clients.ask(random);
        System.out.println("Faults: " + injected.counts() + ", cut: " + network.cuts());
        System.out.println("Answers of the carrier: " + carrier.given());
      } finally {
        instances.forEach(Instance::close);
      }
      quiet(database);
      try (Connection connection = database.connect()) {
        Tables.read(connection, recorder);
      }
    }
    History.write(plan.out().resolve("history.jsonl"), recorder.events());
    summary(recorder.events());
    return Check.print(CheckHistory.check(recorder.events()));
  }

  private static void start(List<Instance> instances, Plan plan, Map<String, String> environment)
      throws Exception {
    for (int i = 0; i < plan.count(); i++) {
      Path log = plan.out().resolve("instance-" + i + "-" + plan.seed() + ".log");
      Files.deleteIfExists(log);
      instances.add(new Instance(plan.previous(), environment, log));
      instances.get(i).start();
    }
    for (Instance instance : instances) {
      instance.awaitReady();
    }
  }

  private static Thread retention(ServiceClient service, List<Instance> instances, long end) {
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; System.nanoTime() < end; i++) {
                service.retention(instances.get(i % instances.size()).uri());
                try {
                  Thread.sleep(1000);
                } catch (InterruptedException e) {
                  return;
                }
              }
            },
            "retention");
    thread.start();
    return thread;
  }

  /** Returns when the server has ended the sessions of the instances, which are gone. */
  private static void quiet(Database database) throws Exception {
    long deadline = System.nanoTime() + 60_000_000_000L;
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      while (System.nanoTime() < deadline) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE usename = '" + Database.USER + "'")) {
          row.next();
          if (row.getInt(1) == 0) {
            return;
          }
        }
        Thread.sleep(100);
      }
    }
    throw new IllegalStateException("sessions of the instances are left");
  }

  private static void summary(List<Event> events) {
    Map<String, Integer> counts = new TreeMap<>();
    events.forEach(each -> counts.merge(each.kind() + " " + each.outcome(), 1, Integer::sum));
    counts.forEach(
        (what, often) -> System.out.printf("  %-40s %d%n", what.replace(" null", ""), often));
  }
}
