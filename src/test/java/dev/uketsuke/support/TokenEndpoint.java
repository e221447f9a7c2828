package dev.uketsuke.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A token endpoint for the client credentials grant (RFC 6749 §4.4), over TLS. It knows one client
 * by HTTP Basic, and gives out {@code token-1}, {@code token-2} and so on.
 */
public final class TokenEndpoint implements AutoCloseable {

  /** One request as it came. */
  public record Request(String authorization, String contentType, String form) {}

  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile String expected;
  private volatile int lifetime = 3600;
  private volatile int status = 200;
  private volatile int given;

  private TokenEndpoint(HttpServer server, String expected) {
    this.server = server;
    this.expected = expected;
  }

  /**
   * Starts it.
   *
   * @param expected the header {@code Authorization} of the client that it knows
   */
  public static TokenEndpoint start(Certificate certificate, String expected) throws Exception {
    var endpoint = new TokenEndpoint(certificate.server(0), expected);
    endpoint.server.setExecutor(endpoint.executor);
    endpoint.server.createContext("/", endpoint::handle);
    endpoint.server.start();
    return endpoint;
  }

  public String url() {
    return "https://localhost:" + server.getAddress().getPort() + "/realms/carrier/token";
  }

  /** All requests so far. */
  public List<Request> requests() {
    return requests;
  }

  /** The token given out last, as the header that carries it. */
  public String last() {
    return "Bearer token-" + given;
  }

  /** From now on knows this client. */
  public void expect(String authorization) {
    expected = authorization;
  }

  /** From now on tokens live for so many seconds. */
  public void lifetime(int seconds) {
    lifetime = seconds;
  }

  /** From now on answers with this status; 200 answers properly. */
  public void status(int code) {
    status = code;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var headers = exchange.getRequestHeaders();
      var form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var request =
          new Request(headers.getFirst("Authorization"), headers.getFirst("Content-Type"), form);
      requests.add(request);
      boolean ours = exchange.getRequestURI().toString().equals("/realms/carrier/token");
      int code = !ours ? 404 : status != 200 ? status : known(request) ? 200 : 401;
      send(exchange, code);
    }
  }

  private boolean known(Request request) {
    return expected.equals(request.authorization());
  }

  private synchronized void send(HttpExchange exchange, int code) throws IOException {
    var body =
        code == 200
            ? "{\"access_token\":\"token-%d\",\"token_type\":\"bearer\",\"expires_in\":%d}"
                .formatted(++given, lifetime)
            : "{\"error\":\"invalid_client\"}";
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    Map.of("Content-Type", "application/json", "Cache-Control", "no-store")
        .forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
