package dev.uketsuke.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.uketsuke.startup.BeforeStart;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.SmallRyeConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A carrier and a payment provider for dev mode: a stub that books waybills over HTTP, and a secret
 * by which callbacks are signed. With them an application can get beyond {@code FEE_CONFIRMED} in
 * dev mode.
 *
 * <p>Guarantee: each exists once per process, however often the code is reloaded, and only if no
 * other one is configured.
 */
public final class LocalPartners implements BeforeStart {
  static final String SECRET = "uketsuke.payments.secrets";
  static final String CARRIER = "uketsuke.carrier.url";

  private static final int SECRET_BYTES = 24;
  private static final int NUMBER_LENGTH = 8;
  private static final Pattern APPLICATION =
      Pattern.compile("applicationId[\"=:\\s]+([0-9a-f-]{36})");

  /**
   * Waybill numbers by application; a repeated order gets the same number, as from a real carrier.
   */
  private final Map<String, String> waybills = new ConcurrentHashMap<>();

  /** Is public because the service loader calls it. */
  public LocalPartners() {}

  @Override
  public void prepare() {
    SmallRyeConfig config = ConfigUtils.configBuilder().build();
    if (config.getOptionalValue(SECRET, String.class).isEmpty()) {
      byte[] secret = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(secret);
      System.setProperty(SECRET, "whsec_" + Base64.getEncoder().encodeToString(secret));
    }
    if (config.getOptionalValue(CARRIER, String.class).isEmpty()) {
      System.setProperty(CARRIER, "http://localhost:" + startCarrier());
    }
  }

  private int startCarrier() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/waybills", this::answer);
      server.start();
      return server.getAddress().getPort();
    } catch (IOException failure) {
      throw new UncheckedIOException("The carrier stub of dev mode did not start", failure);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean order = "POST".equals(exchange.getRequestMethod());
      String asked =
          order
              ? new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
              : String.valueOf(exchange.getRequestURI().getQuery());
      Matcher application = APPLICATION.matcher(asked);
      String id = application.find() ? application.group(1) : "";
      String body = order ? waybill(waybills.computeIfAbsent(id, LocalPartners::number)) : list(id);
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(order ? 201 : 200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String number(String application) {
    int start = Math.max(0, application.length() - NUMBER_LENGTH);
    return "LOCAL-" + application.substring(start).toUpperCase(Locale.ROOT);
  }

  private static String waybill(String number) {
    return "{\"waybillNumber\":\"" + number + "\"}";
  }

  private String list(String application) {
    String number = waybills.get(application);
    return "{\"items\":[" + (number == null ? "" : waybill(number)) + "]}";
  }
}
