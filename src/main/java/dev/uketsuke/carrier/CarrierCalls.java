package dev.uketsuke.carrier;

import dev.uketsuke.http.CurrentTrace;
import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import io.smallrye.faulttolerance.api.Guard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLHandshakeException;
import org.jboss.resteasy.reactive.client.api.QuarkusRestClientProperties;

/**
 * Single calls to the carrier.
 *
 * <p>Guarantee: each call ends within the two time-outs together, however slowly the answer comes
 * in, and whatever comes back that is no answer is the carrier's trouble and not a fault of ours.
 */
@ApplicationScoped
class CarrierCalls {

  private static final int DEEPEST = 10;

  private final CarrierSettings settings;
  private volatile Carrier carrier;

  CarrierCalls(CarrierSettings settings) {
    this.settings = settings;
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

  /** How long one call takes at most. */
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
    return call(Carrier::ordering, api -> api.order(key, CurrentTrace.takenOver(), body));
  }

  /**
   * Asks what is booked for an application.
   *
   * @throws CarrierTrouble if it does not say
   */
  public CarrierAnswer find(String applicationId) {
    return call(Carrier::asking, api -> api.find(applicationId));
  }

  private CarrierAnswer call(
      Function<Carrier, WaybillApi> client, Function<WaybillApi, Response> request) {
    Carrier reached = carrier();
    try {
      return reached
          .bound()
          .call(() -> answer(client.apply(reached), request), CarrierAnswer.class);
    } catch (CarrierTrouble trouble) {
      throw trouble;
    } catch (Exception noAnswer) {
      // The client throws what it likes at what it cannot read; the carrier may have booked.
      throw trouble(noAnswer);
    }
  }

  /** Before a connection stands, nothing can have been sent. */
  private static CarrierTrouble trouble(Exception noAnswer) {
    Throwable cause = noAnswer;
    for (int depth = 0; depth < DEEPEST && cause != null; depth++, cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException
          || cause instanceof SSLHandshakeException) {
        return new CarrierTrouble.Unreached(
            "the carrier cannot be reached at UKETSUKE_CARRIER_URL: "
                + cause.getClass().getSimpleName());
      }
    }
    Throwable nearest = noAnswer.getCause() == null ? noAnswer : noAnswer.getCause();
    return new CarrierTrouble(
        "no answer from the carrier: " + nearest.getClass().getSimpleName(), Duration.ZERO);
  }

  private static CarrierAnswer answer(WaybillApi api, Function<WaybillApi, Response> request)
      throws IOException {
    try (Response response = request.apply(api)) {
      return CarrierAnswer.of(response);
    } catch (WebApplicationException e) {
      try (Response response = e.getResponse()) {
        return CarrierAnswer.of(response);
      }
    }
  }

  private Carrier carrier() {
    Carrier present = carrier;
    if (present == null) {
      synchronized (this) {
        if (carrier == null) {
          carrier = new Carrier(client(true), client(false), bound());
        }
        present = carrier;
      }
    }
    return present;
  }

  private WaybillApi client(boolean keepsConnections) {
    return QuarkusRestClientBuilder.newBuilder()
        .baseUri(URI.create(settings.url().orElseThrow().strip().replaceFirst("/+$", "")))
        .connectTimeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .readTimeout(settings.readTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .property("microprofile.rest.client.disable.default.mapper", true)
        .property(QuarkusRestClientProperties.KEEP_ALIVE_ENABLED, keepsConnections)
        .register(new HangUp())
        .build(WaybillApi.class);
  }

  private Guard bound() {
    long millis = longest().toMillis();
    return Guard.create().withTimeout().duration(millis, ChronoUnit.MILLIS).done().build();
  }
}
