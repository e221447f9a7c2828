package dev.uketsuke.client;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** The service as a script: what it answers is played in turn, the last answer for ever. */
final class Script implements AutoCloseable {

  static final String RECEIPT =
      "{\"applicationId\":\"019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11\",\"status\":\"ACCEPTED\","
          + "\"acceptedAt\":\"2026-11-30T09:30:00.123Z\",\"keyExpiresAt\":\"2026-12-30T09:30:00.123Z\"}";

  /** What happens to one request. */
  interface Step {
    void play(HttpExchange exchange) throws IOException;
  }

  /** A request as it came. */
  record Request(String method, String uri, Headers headers, String body) {}

  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Deque<Step> sends = new ArrayDeque<>();
  private final Deque<Step> inquiries = new ArrayDeque<>();

  Script() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(executor);
    server.createContext("/", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  Script sends(Step... steps) {
    sends.addAll(List.of(steps));
    return this;
  }

  Script inquiries(Step... steps) {
    inquiries.addAll(List.of(steps));
    return this;
  }

  List<Request> requests() {
    return requests;
  }

  List<String> submissions(String header) {
    return posts().stream().map(request -> request.headers().getFirst(header)).toList();
  }

  Set<String> keys() {
    return new LinkedHashSet<>(submissions("Idempotency-Key"));
  }

  Set<String> bodies() {
    return posts().stream().map(Request::body).collect(Collectors.toSet());
  }

  private List<Request> posts() {
    return requests.stream().filter(request -> request.method().equals("POST")).toList();
  }

  static Step answer(int status, String body, String... headers) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
      }
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  static Step problem(int status, String slug, String... headers) {
    return answer(
        status,
        "{\"type\":\"/problems/%s\",\"title\":\"t\",\"status\":%d,\"detail\":\"what \\\"type\\\" is wrong\"}"
            .formatted(slug, status),
        headers);
  }

  static Step state(String state) {
    return answer(
        200, "{\"state\":\"%s\",\"receipt\":%s,\"advice\":\"\"}".formatted(state, RECEIPT));
  }

  /** The connection is closed without an answer. */
  static Step lost() {
    return exchange -> {
      throw new IOException("lost");
    };
  }

  /** The answer begins, and its body never ends. */
  static Step stalled() {
    return exchange -> {
      exchange.sendResponseHeaders(200, 1000);
      exchange.getResponseBody().write('{');
      exchange.getResponseBody().flush();
      try {
        Thread.currentThread().join();
      } catch (InterruptedException closed) {
        throw new IOException(closed);
      }
    };
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(
          new Request(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      next(exchange.getRequestMethod().equals("POST") ? sends : inquiries).play(exchange);
    }
  }

  private static synchronized Step next(Deque<Step> steps) {
    return steps.size() > 1 ? steps.remove() : steps.element();
  }

  @Override
  public void close() {
    executor.shutdownNow();
    server.stop(0);
  }

  static Map<String, Step> vague() {
    return Map.ofEntries(
        Map.entry("a lost answer", lost()),
        Map.entry("submission-in-progress", problem(409, "submission-in-progress")),
        Map.entry("outcome-unknown", problem(503, "outcome-unknown")),
        Map.entry("temporarily-unavailable", problem(503, "temporarily-unavailable")),
        Map.entry("too-many-requests", problem(429, "too-many-requests")),
        Map.entry("request-timeout", problem(408, "request-timeout")),
        Map.entry("internal-error", problem(500, "internal-error")),
        Map.entry("a gateway without words", answer(502, "")),
        Map.entry("a portal that says 200", answer(200, "<html>Welcome</html>")),
        Map.entry("a portal that says 200 in JSON", answer(200, "{\"ok\":true}")),
        Map.entry("deeply nested JSON", answer(200, "[".repeat(100_000))),
        Map.entry("a 201 without a receipt", answer(201, "{}")),
        Map.entry("a receipt without times", answer(201, "{\"applicationId\":\"x\"}")),
        Map.entry("half a receipt", answer(201, RECEIPT.substring(0, 90))),
        Map.entry("a 404 that is not ours", answer(404, "{\"message\":\"no route\"}")),
        Map.entry("a 401 of a proxy", answer(401, "")),
        Map.entry("a redirect", answer(302, "", "Location", "/portal")));
  }
}
