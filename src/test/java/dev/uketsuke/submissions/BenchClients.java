package dev.uketsuke.submissions;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.Tokens;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clients of {@link BenchSoak}: each sends a submission under a new key until it gets a
 * definite answer, alone or twice at once, then often again, or with other content under the same
 * key. What they are told they write down.
 */
final class BenchClients {

  private static final int CLIENTS = 16;
  private static final int HALF_OPEN = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The receipts of acknowledged keys. */
  final Map<String, String> acknowledged = new ConcurrentHashMap<>();

  final AtomicLong requests = new AtomicLong();
  final AtomicLong replays = new AtomicLong();
  final AtomicLong conflicts = new AtomicLong();
  final AtomicLong notKnown = new AtomicLong();
  final AtomicLong halfOpen = new AtomicLong();

  /** What must never happen: answers that contradict each other, and answers of another kind. */
  final Map<String, String> wrong = new ConcurrentHashMap<>();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI base;
  private final String token = new Caller(Tokens.ISSUER, "soak", Set.of()).token();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch stop = new CountDownLatch(1);

  BenchClients(URI base) {
    this.base = base;
  }

  void start() {
    for (int i = 0; i < CLIENTS; i++) {
      threads.execute(this::submitAgainAndAgain);
    }
    threads.execute(this::openHalfway);
  }

  private boolean goesOn() {
    return stop.getCount() > 0;
  }

  private void submitAgainAndAgain() {
    while (goesOn()) {
      var key = Api.newKey();
      try {
        untilDefinite(key);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        wrong.put(key, e.toString());
      }
    }
  }

  private void untilDefinite(String key) throws InterruptedException {
    var random = ThreadLocalRandom.current();
    boolean twice = random.nextInt(4) == 0;
    while (!acknowledged.containsKey(key)) {
      var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
      for (int i = 0; i < (twice ? 2 : 1); i++) {
        answers.add(send(key, 1));
      }
      answers.forEach(answer -> read(key, answer));
      if (acknowledged.containsKey(key)) {
        break;
      }
      if (stop.await(random.nextInt(100, 500), TimeUnit.MILLISECONDS)) {
        return; // never told, so it may be there or not
      }
    }
    if (random.nextInt(3) == 0) {
      read(key, send(key, 1));
    }
    if (random.nextInt(6) == 0) {
      contradict(key);
    }
  }

  private CompletableFuture<HttpResponse<String>> send(String key, int parcels) {
    requests.incrementAndGet();
    var request =
        HttpRequest.newBuilder(base.resolve(Api.APPLICATIONS))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(
                BodyPublishers.ofString(
                    "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":%d,\"clientReference\":\"%s\"}"
                        .formatted(parcels, key)))
            .build();
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  private void read(String key, CompletableFuture<HttpResponse<String>> sent) {
    HttpResponse<String> answer;
    try {
      answer = sent.join();
    } catch (RuntimeException lost) {
      notKnown.incrementAndGet();
      return;
    }
    switch (answer.statusCode()) {
      case 200, 201 -> {
        if (answer.statusCode() == 200) {
          replays.incrementAndGet();
        }
        var first = acknowledged.putIfAbsent(key, answer.body());
        if (first != null && !first.equals(answer.body())) {
          wrong.put(key, first + " and then " + answer.body());
        }
      }
      case 503 -> notKnown.incrementAndGet();
      case 409 -> {
        if (answer.body().contains("submission-in-progress")) {
          notKnown.incrementAndGet();
        } else {
          wrong.put(key, answer.body());
        }
      }
      default -> wrong.put(key, answer.statusCode() + " " + answer.body());
    }
  }

  /** The key is taken, so other content is a conflict, or nothing is known for now. */
  private void contradict(String key) {
    try {
      var answer = send(key, 2).join();
      if (answer.statusCode() == 409) {
        conflicts.incrementAndGet();
      } else if (answer.statusCode() == 503) {
        notKnown.incrementAndGet();
      } else {
        wrong.put(key, "other content: " + answer.statusCode() + " " + answer.body());
      }
    } catch (RuntimeException lost) {
      notKnown.incrementAndGet();
    }
  }

  /** Connections that begin a request and never end it; the oldest is reset for a new one. */
  private void openHalfway() {
    var open = new ArrayDeque<Socket>();
    var begun =
        ("POST /v1/applications HTTP/1.1\r\nHost: "
                + base.getAuthority()
                + "\r\nAuthorization: Bearer "
                + token
                + "\r\nIdempotency-Key: half\r\nContent-Type: application/json\r\n"
                + "Content-Length: 4000\r\n\r\n{\"origin\":")
            .getBytes(StandardCharsets.US_ASCII);
    try {
      while (!stop.await(50, TimeUnit.MILLISECONDS)) {
        try {
          if (open.size() == HALF_OPEN) {
            open.peek().setSoLinger(true, 0);
            open.remove().close();
          }
          var socket = new Socket(base.getHost(), base.getPort());
          open.add(socket);
          socket.getOutputStream().write(begun);
          halfOpen.incrementAndGet();
        } catch (IOException refused) {
          // The service may refuse further connections; it must only go on with the others.
        }
      }
      for (var socket : open) {
        socket.close();
      }
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops them and waits until each has had its last answer. */
  void end() throws InterruptedException {
    stop.countDown();
    threads.shutdown();
    if (!threads.awaitTermination(2, TimeUnit.MINUTES)) {
      wrong.put("-", "a client did not come to an end");
    }
  }
}
