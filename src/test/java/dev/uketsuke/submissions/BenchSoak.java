package dev.uketsuke.submissions;

import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Until;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Started by {@code bench/soak}: clients submit while the database dies, comes back, refuses to
 * write, loses its standby and falls silent. In the end each acknowledged key is looked up in the
 * database, and heap and connections of the service are compared with those at the beginning. Ends
 * with another exit code than 0 if anything was lost, doubled, contradicted or kept.
 */
final class BenchSoak {

  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration TROUBLE = Duration.ofSeconds(8);
  private static final Duration CALM = Duration.ofSeconds(15);

  /** What the heap may have grown by: caches fill up to their bounds. */
  private static final long HEAP_MIB = 24;

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private BenchSoak() {}

  private interface Trouble {
    void begin() throws Exception;

    default void end() throws Exception {}
  }

  private record Named(String name, Trouble trouble) {}

  private record Size(long heapMib, long sockets, int sessions) {
    @Override
    public String toString() {
      return heapMib + " MiB, " + sockets + " sockets, " + sessions + " sessions";
    }
  }

  public static void main(String[] arguments) throws Exception {
    var length = Duration.ofSeconds((long) (Double.parseDouble(arguments[0]) * 60));
    TestDatabase.create();
    boolean good;
    var server = BenchServer.withStandby();
    try (var service = PackagedService.start()) {
      good = soak(server, service, length);
    } finally {
      server.end();
    }
    System.exit(good ? 0 : 1);
  }

  private static boolean soak(BenchServer server, PackagedService service, Duration length)
      throws Exception {
    var warming = new BenchClients(service.uri());
    warming.start();
    pause(WARM_UP);
    warming.end();
    TestDatabase.execute("TRUNCATE shipping_application, application_history, outbox");
    var before = size(server, service, null);
    long end = System.nanoTime() + length.toNanos();
    var clients = new BenchClients(service.uri());
    var times = new HashMap<String, Integer>();
    try {
      clients.start();
      var troubles = troubles(server);
      for (int i = 0; System.nanoTime() < end; i++) {
        pause(CALM);
        var next = troubles.get(i % troubles.size());
        log("%s, %d acknowledged so far", next.name(), clients.acknowledged.size());
        next.trouble().begin();
        pause(TROUBLE);
        next.trouble().end();
        times.merge(next.name(), 1, Integer::sum);
        int told = clients.acknowledged.size();
        long since = System.nanoTime();
        Until.holds(
            "it goes on after: " + next.name(), () -> clients.acknowledged.size() > told + 50);
        log("goes on after %.1f s", (System.nanoTime() - since) / 1e9);
      }
      pause(CALM);
    } finally {
      clients.end();
    }
    service.awaitReady();
    var after = size(server, service, before);
    return told(clients, times, before, after) & service.isAlive();
  }

  private static List<Named> troubles(BenchServer server) {
    return List.of(
        new Named("database killed and started again", server::killAndRestart),
        new Named("database read-only", onAndOff(server::readOnly)),
        new Named("standby frozen", onAndOff(server::freezeStandby)),
        new Named("database frozen", onAndOff(server::freeze)));
  }

  private interface Switch {
    void set(boolean on) throws Exception;
  }

  private static Trouble onAndOff(Switch what) {
    return new Trouble() {
      @Override
      public void begin() throws Exception {
        what.set(true);
      }

      @Override
      public void end() throws Exception {
        what.set(false);
      }
    };
  }

  /** Prints the counts, and returns whether they are as promised. */
  private static boolean told(
      BenchClients clients, Map<String, Integer> times, Size before, Size after)
      throws SQLException {
    var rows = new HashMap<String, String>();
    try (var connection = TestDatabase.connect();
        var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT idempotency_key, id, client_reference FROM shipping_application")) {
      while (found.next()) {
        var key = found.getString(1);
        if (!key.equals(found.getString(3))) {
          clients.wrong.put(key, "holds the content of " + found.getString(3));
        }
        rows.put(key, found.getString(2));
      }
    }
    long lost =
        clients.acknowledged.entrySet().stream()
            .filter(
                told ->
                    rows.get(told.getKey()) == null
                        || !told.getValue().contains(rows.get(told.getKey())))
            .count();
    long doubled =
        count("SELECT count(*) - count(DISTINCT client_reference) FROM shipping_application")
            + count(
                "SELECT count(*) FROM (SELECT FROM shipping_application a LEFT JOIN application_history h"
                    + " ON h.application_id = a.id GROUP BY a.id HAVING count(h.step) <> 1) x")
            + count(
                "SELECT count(*) FROM (SELECT FROM shipping_application a LEFT JOIN outbox o"
                    + " ON o.aggregateid = a.id::text GROUP BY a.id HAVING count(o.id) <> 1) x");
    print("requests", clients.requests);
    print("acknowledged", clients.acknowledged.size());
    print("lost", lost);
    print("doubled, or without exactly one history row and one event", doubled);
    print("contradictions and unexpected answers", clients.wrong.size());
    print("replayed", clients.replays);
    print("refused as a conflict", clients.conflicts);
    print("not known at first: 503, in progress, connection lost", clients.notKnown);
    print("recorded, and never told", rows.size() - clients.acknowledged.size() + lost);
    print("connections left half-open", clients.halfOpen);
    times.forEach((what, often) -> print(what, often + " times"));
    print("at the beginning", before);
    print("at the end", after);
    clients.wrong.entrySet().stream()
        .limit(10)
        .forEach(e -> log("%s: %s", e.getKey(), e.getValue()));
    return lost == 0 && doubled == 0 && clients.wrong.isEmpty() && asBefore(before, after);
  }

  private static boolean asBefore(Size before, Size after) {
    return after.heapMib() <= before.heapMib() + HEAP_MIB
        && after.sockets() <= before.sockets() + 2
        && after.sessions() <= before.sessions() + 2;
  }

  /** Measures, and waits for a while until it is no more than before: clients have just left. */
  private static Size size(BenchServer server, PackagedService service, Size before)
      throws Exception {
    var size = new Size[1];
    try {
      Until.holds(
          "as at the beginning",
          Duration.ofSeconds(before == null ? 30 : 150),
          () -> {
            size[0] = measure(server, service);
            return before != null && asBefore(before, size[0]);
          });
    } catch (AssertionError passed) {
      // It is what it is.
    }
    return size[0];
  }

  private static Size measure(BenchServer server, PackagedService service) throws Exception {
    run("jcmd", Long.toString(service.pid()), "GC.run");
    pause(Duration.ofSeconds(2));
    var answer =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(service.uri() + "/q/metrics")).build(),
            BodyHandlers.ofString());
    double heap =
        answer
            .body()
            .lines()
            .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .sum();
    return new Size((long) heap >> 20, sockets(service.pid()), server.sessions());
  }

  private static long sockets(long pid) throws Exception {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return files.filter(BenchSoak::isSocket).count();
    }
  }

  private static boolean isSocket(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("socket:");
    } catch (java.io.IOException closed) {
      return false;
    }
  }

  private static void run(String program, String... arguments) throws Exception {
    var command = new java.util.ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", program).toString());
    command.addAll(List.of(arguments));
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static long count(String sql) {
    return Long.parseLong(TestDatabase.value(sql));
  }

  private static void pause(Duration time) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(time.toMillis());
  }

  private static void print(String what, Object figure) {
    System.out.printf("| %s | %s |%n", what, figure);
  }

  private static void log(String format, Object... values) {
    System.err.printf(format + "%n", values);
  }
}
