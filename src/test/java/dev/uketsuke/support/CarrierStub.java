package dev.uketsuke.support;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The carrier over real HTTP, which books once for each key and remembers every call. Its manners
 * can be made worse for one application at a time.
 */
public final class CarrierStub implements AutoCloseable {

  /** One order as it came. */
  public record Call(String key, String body, String contentType, String traceparent) {
    public String applicationId() {
      return body.replaceAll("(?s).*\"applicationId\": ?\"([^\"]+)\".*", "$1");
    }
  }

  /** What is answered to an order. */
  public record Reply(int status, String body, Map<String, String> headers) {
    public Reply(int status, String body) {
      this(status, body, Map.of());
    }
  }

  private static final Reply NOTHING = new Reply(0, "");

  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final Map<String, String> booked = new ConcurrentHashMap<>();
  private final Map<String, Function<Integer, Reply>> manners = new ConcurrentHashMap<>();
  private final List<Headers> headers = new CopyOnWriteArrayList<>();
  private volatile Predicate<Headers> admits = any -> true;
  private volatile Function<Call, Reply> always = call -> null;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private CarrierStub(HttpServer server) {
    this.server = server;
  }

  public static CarrierStub start() throws IOException {
    return start(0);
  }

  /** Starts at a port where it was before; 0 is any. */
  public static CarrierStub start(int port) throws IOException {
    return start(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
  }

  /** The same over TLS. */
  public static CarrierStub start(int port, Certificate certificate) throws Exception {
    return start(certificate.server(port));
  }

  /** The same for clients alone that show a certificate which it knows. */
  public static CarrierStub start(int port, Certificate certificate, Certificate client)
      throws Exception {
    return start(certificate.server(port, client));
  }

  private static CarrierStub start(HttpServer server) {
    var stub = new CarrierStub(server);
    server.setExecutor(stub.executor);
    server.createContext("/base/waybills", stub::handle);
    server.start();
    return stub;
  }

  /** The base URL as the service is configured with it. */
  public String url() {
    var scheme = server instanceof HttpsServer ? "https" : "http";
    return scheme + "://localhost:" + port() + "/base/";
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** The headers of every request so far, refused ones included. */
  public List<Headers> headers() {
    return headers;
  }

  /** From now on answers 401 to requests with other headers. */
  public void admit(Predicate<Headers> accepted) {
    admits = accepted;
  }

  /** All orders so far. */
  public List<Call> calls() {
    return calls;
  }

  public List<Call> callsFor(String applicationId) {
    return calls.stream().filter(call -> call.applicationId().equals(applicationId)).toList();
  }

  /** The number booked for an application; null if none. */
  public String booked(String applicationId) {
    return booked.get(applicationId);
  }

  /** Books by hand, as another system would. */
  public void book(String applicationId, String number) {
    booked.put(applicationId, number);
  }

  /**
   * Answers the orders of one application.
   *
   * @param reply by the number of the order, from 1; null answers properly
   */
  public void answer(String applicationId, Function<Integer, Reply> reply) {
    manners.put(applicationId, reply);
  }

  /** Answers all orders alike; null answers properly. */
  public void answerAll(Function<Call, Reply> reply) {
    always = reply;
  }

  /** The answer that never comes: the connection is closed instead. */
  public static Reply nothing() {
    return NOTHING;
  }

  /** From now on orders are booked and then not answered until {@link #open()}. */
  public void hold() {
    gate = new CountDownLatch(1);
  }

  public void open() {
    gate.countDown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      headers.add(exchange.getRequestHeaders());
      if (!admits.test(exchange.getRequestHeaders())) {
        send(exchange, new Reply(401, ""));
      } else if (exchange.getRequestMethod().equals("GET")) {
        find(exchange);
      } else {
        order(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void find(HttpExchange exchange) throws IOException {
    var id = exchange.getRequestURI().getQuery().replaceFirst(".*applicationId=", "");
    var number = booked.get(id);
    var item = number == null ? "" : "{\"waybillNumber\":\"" + number + "\"}";
    send(exchange, new Reply(200, "{\"items\":[" + item + "]}"));
  }

  private void order(HttpExchange exchange) throws IOException, InterruptedException {
    var call =
        new Call(
            exchange.getRequestHeaders().getFirst("Idempotency-Key"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
            exchange.getRequestHeaders().getFirst("Content-Type"),
            exchange.getRequestHeaders().getFirst("traceparent"));
    calls.add(call);
    var id = call.applicationId();
    var manner = manners.get(id);
    var reply = manner == null ? always.apply(call) : manner.apply(callsFor(id).size());
    if (reply == null) {
      boolean isNew = booked.putIfAbsent(id, "WB-" + id) == null;
      gate.await(2, TimeUnit.MINUTES);
      reply = new Reply(isNew ? 201 : 200, "{\"waybillNumber\":\"" + booked.get(id) + "\"}");
    }
    if (reply != NOTHING) {
      send(exchange, reply);
    }
  }

  private static void send(HttpExchange exchange, Reply reply) throws IOException {
    var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    open();
    server.stop(0);
    executor.shutdownNow();
  }
}
