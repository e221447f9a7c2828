package dev.uketsuke.proof;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A carrier that books one waybill for each idempotency key, whatever it answers. If it is faulty,
 * some answers come late, are wrong, or do not come at all, with or without a booking behind them.
 */
final class Carrier implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private enum Answer {
    RIGHT,
    LATE,
    LOST,
    SERVER_ERROR,
    BUSY,
    NOT_JSON
  }

  /** A waybill, and the application that it was ordered for. */
  private record Booking(String application, String number) {}

  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "carrier");
            thread.setDaemon(true);
            return thread;
          });
  private final Recorder recorder;
  private final Random random;
  private final boolean faulty;
  private final Map<String, Booking> bookings = new ConcurrentHashMap<>();
  private final Map<Answer, Integer> given = new ConcurrentHashMap<>();

  Carrier(Recorder recorder, long seed, boolean faulty) throws IOException {
    this.recorder = recorder;
    this.random = new Random(seed);
    this.faulty = faulty;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 200);
    server.createContext("/waybills", this::serve);
    server.setExecutor(threads);
    server.start();
  }

  /** Returns the setting that tells an instance of this carrier. */
  Map<String, String> environment() {
    return Map.of("UKETSUKE_CARRIER_URL", "http://localhost:" + server.getAddress().getPort());
  }

  /** Returns how often each kind of answer was given. */
  Map<?, Integer> given() {
    return given;
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Answer answer = draw();
      given.merge(answer, 1, Integer::sum);
      if (answer == Answer.BUSY) {
        answer(exchange, 503, "");
      } else if (exchange.getRequestMethod().equals("POST")) {
        booked(exchange, answer, order(exchange, body));
      } else {
        String query = exchange.getRequestURI().getQuery();
        booked(exchange, answer, found(query.substring(query.indexOf('=') + 1)));
      }
    }
  }

  /** Books the order unless its key has been booked, records it, and returns what to answer. */
  private String order(HttpExchange exchange, String body) throws IOException {
    long from = recorder.now();
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    String application = JSON.readTree(body).get("applicationId").asText();
    Booking booking =
        bookings.computeIfAbsent(
            key, any -> new Booking(application, "W-" + any.replaceAll("\\W", "")));
    recorder.operation(
        Kind.ORDER, null, key, body, from, Outcome.DONE, application, booking.number());
    return JSON.writeValueAsString(Map.of("waybillNumber", booking.number()));
  }

  private String found(String application) throws IOException {
    List<Map<String, String>> items =
        bookings.values().stream()
            .filter(each -> each.application().equals(application))
            .map(each -> Map.of("waybillNumber", each.number()))
            .toList();
    return JSON.writeValueAsString(Map.of("items", items));
  }

  private void booked(HttpExchange exchange, Answer answer, String body) throws IOException {
    switch (answer) {
      case RIGHT -> answer(exchange, 200, body);
      case LATE -> {
        try {
          Thread.sleep(pause());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        answer(exchange, 200, body);
      }
      case SERVER_ERROR -> answer(exchange, 500, "");
      case NOT_JSON -> answer(exchange, 200, "<html>welcome</html>");
      case LOST, BUSY -> {} // The connection is closed.
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private synchronized Answer draw() {
    int what = random.nextInt(100);
    if (!faulty || what < 60) {
      return Answer.RIGHT;
    }
    return Answer.values()[1 + random.nextInt(Answer.values().length - 1)];
  }

  private synchronized long pause() {
    return random.nextInt(15_000);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
