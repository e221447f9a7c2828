package dev.uketsuke.carrier;

import dev.uketsuke.http.CurrentTrace;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.faulttolerance.api.Guard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Calls the carrier.
 *
 * <p>Guarantee: each call ends within the sum of the two time-outs, however slowly the answer
 * arrives. A failed call is reported as {@link CarrierTrouble} and never as a fault of ours. While
 * no access token can be obtained, the carrier is not called.
 */
@ApplicationScoped
class CarrierCalls {

  private static final int UNAUTHORIZED = 401;

  private static final String ORDER = "order";
  private static final String FIND = "find";
  private static final String ACCEPTED = "accepted";
  private static final String REFUSED = "refused";
  private static final String UNREACHED = "unreached";
  private static final String NO_ANSWER = "no_answer";

  private final CarrierSettings settings;
  private final CarrierClients clients;
  private final CarrierTokens tokens;
  private final MeterRegistry metrics;
  private volatile Carrier carrier;

  CarrierCalls(
      CarrierSettings settings,
      CarrierClients clients,
      CarrierTokens tokens,
      MeterRegistry metrics) {
    this.settings = settings;
    this.clients = clients;
    this.tokens = tokens;
    this.metrics = metrics;
    // Registers the meters, so that dashboards show them before the first call.
    for (String call : List.of(ORDER, FIND)) {
      for (String outcome : List.of(ACCEPTED, REFUSED, UNREACHED, NO_ANSWER)) {
        timer(call, outcome);
      }
    }
  }

  /**
   * The clients, and the time limit of a whole call. The limit is needed because a client's own
   * time-out begins again with every byte.
   *
   * @param ordering keeps its connections open
   * @param asking opens a connection for each question, because questions follow a call that broke
   *     off, after which an open connection may be closing
   * @param timeLimit ends a call that takes too long
   */
  private record Carrier(WaybillApi ordering, WaybillApi asking, Guard timeLimit) {}

  boolean isConfigured() {
    return settings.url().isPresent();
  }

  /** Returns how long one call takes at most, including the request for an access token. */
  Duration longest() {
    return settings.connectTimeout().plus(settings.readTimeout());
  }

  /**
   * Orders a waybill and returns the answer.
   *
   * @param key the idempotency key, the same on every attempt
   * @param body the same bytes on every attempt
   * @throws CarrierTrouble if the outcome is unknown, or the carrier was not reached
   */
  public CarrierAnswer order(String key, String body) {
    return call(
        ORDER,
        Carrier::ordering,
        (api, token) -> api.order(token, key, CurrentTrace.takenOver(), body));
  }

  /**
   * Asks which waybills are booked for an application, and returns the answer.
   *
   * @throws CarrierTrouble if there is no usable answer
   */
  public CarrierAnswer find(String applicationId) {
    return call(FIND, Carrier::asking, (api, token) -> api.find(token, applicationId));
  }

  private CarrierAnswer call(
      String name,
      Function<Carrier, WaybillApi> client,
      BiFunction<WaybillApi, String, Response> request) {
    long start = System.nanoTime();
    String outcome = NO_ANSWER;
    try {
      CarrierAnswer answer = call(client, request);
      outcome = answer.status() / 100 == 2 ? ACCEPTED : REFUSED;
      return answer;
    } catch (CarrierTrouble.Unreached unreached) {
      outcome = UNREACHED;
      throw unreached;
    } finally {
      timer(name, outcome).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }
  }

  private Timer timer(String call, String outcome) {
    return Timer.builder("uketsuke.carrier.calls")
        .description("Calls to the carrier, including the request for an access token")
        .tags("call", call, "outcome", outcome)
        .register(metrics);
  }

  private CarrierAnswer call(
      Function<Carrier, WaybillApi> client, BiFunction<WaybillApi, String, Response> request) {
    Carrier reached = carrier();
    AtomicBoolean sent = new AtomicBoolean();
    try {
      return reached
          .timeLimit()
          .call(() -> authenticated(client.apply(reached), request, sent), CarrierAnswer.class);
    } catch (CarrierTrouble trouble) {
      throw trouble;
    } catch (Exception noAnswer) {
      // The client may throw any exception for an answer that it cannot read; the waybill may have
      // been booked.
      throw sent.get()
          ? CarrierTrouble.of(noAnswer, "UKETSUKE_CARRIER_URL", settings.url().orElseThrow())
          : new CarrierTrouble.Unreached("UKETSUKE_CARRIER_TOKEN_URL gave no token in time");
    }
  }

  /**
   * Makes an authenticated request and returns the answer. If the carrier answers 401, which means
   * that nothing was booked, the access token is renewed and the request is made once more.
   *
   * @param sent is set to true while the carrier may be handling the request
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
          carrier = new Carrier(clients.carrier(true), clients.carrier(false), timeLimit());
        }
        present = carrier;
      }
    }
    return present;
  }

  private Guard timeLimit() {
    long millis = longest().toMillis();
    return Guard.create().withTimeout().duration(millis, ChronoUnit.MILLIS).done().build();
  }
}
