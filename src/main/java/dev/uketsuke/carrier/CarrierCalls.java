package dev.uketsuke.carrier;

import dev.uketsuke.http.CurrentTrace;
import io.smallrye.faulttolerance.api.Guard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Single calls to the carrier.
 *
 * <p>Guarantee: each call ends within the two time-outs together, however slowly the answer comes
 * in, and whatever comes back that is no answer is the carrier's trouble and not a fault of ours.
 * While no access token can be obtained the carrier is not called.
 */
@ApplicationScoped
class CarrierCalls {

  private static final int UNAUTHORIZED = 401;

  private final CarrierSettings settings;
  private final CarrierClients clients;
  private final CarrierTokens tokens;
  private volatile Carrier carrier;

  CarrierCalls(CarrierSettings settings, CarrierClients clients, CarrierTokens tokens) {
    this.settings = settings;
    this.clients = clients;
    this.tokens = tokens;
  }

  /**
   * The clients, and what bounds a whole call: a client's own time-out begins anew with every byte.
   *
   * @param ordering keeps its connections
   * @param asking opens a connection for each question, because it asks after an order whose answer
   *     broke off, when a connection that is kept may be closing
   */
  private record Carrier(WaybillApi ordering, WaybillApi asking, Guard bound) {}

  boolean isConfigured() {
    return settings.url().isPresent();
  }

  /** Returns how long one call takes at most, a token that has to be obtained first included. */
  Duration longest() {
    return settings.connectTimeout().plus(settings.readTimeout());
  }

  /**
   * Orders a waybill.
   *
   * @param key the same on every attempt
   * @param body the same bytes on every attempt
   * @throws CarrierTrouble if nobody knows what became of it, or it was not even reached
   */
  public CarrierAnswer order(String key, String body) {
    return call(
        Carrier::ordering, (api, token) -> api.order(token, key, CurrentTrace.takenOver(), body));
  }

  /**
   * Asks what is booked for an application.
   *
   * @throws CarrierTrouble if it does not say
   */
  public CarrierAnswer find(String applicationId) {
    return call(Carrier::asking, (api, token) -> api.find(token, applicationId));
  }

  private CarrierAnswer call(
      Function<Carrier, WaybillApi> client, BiFunction<WaybillApi, String, Response> request) {
    Carrier reached = carrier();
    AtomicBoolean sent = new AtomicBoolean();
    try {
      return reached
          .bound()
          .call(() -> authenticated(client.apply(reached), request, sent), CarrierAnswer.class);
    } catch (CarrierTrouble trouble) {
      throw trouble;
    } catch (Exception noAnswer) {
      // The client throws what it likes at what it cannot read; the carrier may have booked.
      throw sent.get()
          ? CarrierTrouble.of(noAnswer, "UKETSUKE_CARRIER_URL")
          : new CarrierTrouble.Unreached("UKETSUKE_CARRIER_TOKEN_URL gave no token in time");
    }
  }

  /**
   * Returns the answer to an authenticated request. An access token that the carrier does not
   * accept any more is renewed once; what was answered with 401 has not been booked.
   *
   * @param sent becomes true while the carrier may be working on the request
   */
  private CarrierAnswer authenticated(
      WaybillApi api, BiFunction<WaybillApi, String, Response> request, AtomicBoolean sent)
      throws IOException, InterruptedException {
    String token = tokens.authorization();
    sent.set(true);
    CarrierAnswer first = CarrierAnswer.to(() -> request.apply(api, token));
    if (token == null || first.status() != UNAUTHORIZED) {
      return first;
    }
    sent.set(false);
    tokens.forget(token);
    String renewed = tokens.authorization();
    sent.set(true);
    return CarrierAnswer.to(() -> request.apply(api, renewed));
  }

  private Carrier carrier() {
    Carrier present = carrier;
    if (present == null) {
      synchronized (this) {
        if (carrier == null) {
          carrier = new Carrier(clients.carrier(true), clients.carrier(false), bound());
        }
        present = carrier;
      }
    }
    return present;
  }

  private Guard bound() {
    long millis = longest().toMillis();
    return Guard.create().withTimeout().duration(millis, ChronoUnit.MILLIS).done().build();
  }
}
