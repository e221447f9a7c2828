package dev.uketsuke.submissions;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Concurrently;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Started by {@code bench/run}: writes how long the slowest of fifty equal submissions at once
 * took, round by round, and how long single ones took, in microseconds.
 */
final class BenchEqual {

  private static final int AT_ONCE = 50;
  private static final int WARMUP_ROUNDS = 20;
  private static final int ROUNDS = 40;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI applications;
  private final String token = System.getenv("BENCH_TOKEN");

  private BenchEqual(String base) {
    this.applications = URI.create(base + Api.APPLICATIONS);
  }

  public static void main(String[] arguments) throws Exception {
    var bench = new BenchEqual(arguments[0]);
    var slowest = new ArrayList<Long>();
    var single = new ArrayList<Long>();
    for (int round = 0; round < WARMUP_ROUNDS + ROUNDS; round++) {
      var key = Api.newKey();
      long most = Collections.max(Concurrently.run(AT_ONCE, n -> bench.submit(key)));
      long one = bench.submit(Api.newKey());
      if (round >= WARMUP_ROUNDS) {
        slowest.add(most);
        single.add(one);
      }
    }
    var out = Path.of(arguments[1]);
    write(out.resolve("equal-slowest"), slowest);
    write(out.resolve("single"), single);
  }

  /** Microseconds from sending to the whole answer. */
  private long submit(String key) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(applications)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(Api.SMALLEST))
            .build();
    long start = System.nanoTime();
    var answer = client.send(request, BodyHandlers.ofString());
    long micros = (System.nanoTime() - start) / 1_000;
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    }
    return micros;
  }

  private static void write(Path file, List<Long> figures) throws IOException {
    Files.write(file, figures.stream().map(String::valueOf).toList());
  }
}
