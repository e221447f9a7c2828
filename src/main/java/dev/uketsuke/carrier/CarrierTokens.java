package dev.uketsuke.carrier;

import dev.uketsuke.carrier.CarrierSettings.ClientAuthentication;
import dev.uketsuke.json.StrictJson;
import jakarta.inject.Singleton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Obtains access tokens for calls to the carrier by the client credentials grant (RFC 6749 §4.4),
 * and keeps a token until shortly before it expires.
 *
 * <p>Guarantee: if several calls need a token at once, one request is made for it. A failure of the
 * token endpoint is reported as a carrier that was not reached, so it uses up no attempt of an
 * order.
 */
@Singleton
class CarrierTokens {

  private static final String ENDPOINT = "UKETSUKE_CARRIER_TOKEN_URL";
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;
  private static final int TOO_MANY = 429;

  private final CarrierSettings settings;
  private final CarrierClients clients;
  private final StrictJson json;
  private final ReentrantLock lock = new ReentrantLock();
  private TokenApi endpoint;
  private AccessToken kept;

  CarrierTokens(CarrierSettings settings, CarrierClients clients, StrictJson json) {
    this.settings = settings;
    this.clients = clients;
    this.json = json;
  }

  /**
   * Returns the value of the header {@code Authorization}; null if no token endpoint is configured.
   *
   * @throws CarrierTrouble.Unreached if no token can be obtained
   * @throws InterruptedException if the time limit of the whole call is reached
   */
  String authorization() throws InterruptedException {
    if (settings.tokenUrl().isEmpty()) {
      return null;
    }
    lock.lockInterruptibly();
    try {
      if (kept == null || kept.isDue(System.nanoTime())) {
        kept = null;
        kept = obtain();
      }
      return kept.authorization();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a token that the carrier has refused, unless it has been renewed meanwhile. */
  void forget(String authorization) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (kept != null && kept.authorization().equals(authorization)) {
        kept = null;
      }
    } finally {
      lock.unlock();
    }
  }

  private AccessToken obtain() {
    if (endpoint == null) {
      endpoint = clients.tokens();
    }
    long asked = System.nanoTime();
    CarrierAnswer answer = ask();
    if (answer.status() != OK) {
      throw new CarrierTrouble.Unreached(
          "no access token for the carrier: " + ENDPOINT + " answered " + why(answer.status()),
          answer.retryAfter());
    }
    return json.object(answer.body().getBytes(StandardCharsets.UTF_8))
        .flatMap(body -> AccessToken.of(body, asked))
        .orElseThrow(
            () ->
                new CarrierTrouble.Unreached(
                    "no access token for the carrier: " + ENDPOINT + " answered without one"));
  }

  private CarrierAnswer ask() {
    try {
      return CarrierAnswer.to(() -> endpoint.token(basic(), form()));
    } catch (Exception noAnswer) {
      throw new CarrierTrouble.Unreached(
          "no access token for the carrier: "
              + CarrierTrouble.of(noAnswer, ENDPOINT, settings.tokenUrl().orElseThrow())
                  .getMessage());
    }
  }

  private static String why(int status) {
    return status >= SERVER_ERROR || status == TOO_MANY
        ? Integer.toString(status)
        : status
            + "; check UKETSUKE_CARRIER_TOKEN_CLIENT_ID and UKETSUKE_CARRIER_TOKEN_CLIENT_SECRET";
  }

  private String basic() {
    if (settings.tokenClientAuthentication() != ClientAuthentication.BASIC) {
      return null;
    }
    // Both parts are encoded first, because a colon ends the id (RFC 6749 §2.3.1).
    String pair =
        encoded(settings.tokenClientId().orElseThrow())
            + ":"
            + encoded(settings.tokenClientSecret().orElseThrow());
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  private String form() {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "client_credentials");
    settings.tokenScope().ifPresent(scope -> form.put("scope", scope));
    settings.tokenAudience().ifPresent(audience -> form.put("audience", audience));
    if (settings.tokenClientAuthentication() == ClientAuthentication.POST) {
      form.put("client_id", settings.tokenClientId().orElseThrow());
      form.put("client_secret", settings.tokenClientSecret().orElseThrow());
    }
    return form.entrySet().stream()
        .map(member -> member.getKey() + "=" + encoded(member.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
