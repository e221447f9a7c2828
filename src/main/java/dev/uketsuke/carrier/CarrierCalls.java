package dev.uketsuke.carrier;

import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;

/**
 * Single calls to the carrier.
 *
 * <p>Guarantee: each ends within its time-outs. While most calls fail, the circuit breaker makes
 * none for a while, so a carrier in trouble is not made worse, and messages do not use up their
 * attempts on it.
 */
@ApplicationScoped
class CarrierCalls {

  private static final int VOLUME = 10;
  private static final double RATIO = 0.8;
  private static final long REST_MILLIS = 3000;

  private final CarrierSettings settings;
  private volatile WaybillApi api;

  CarrierCalls(CarrierSettings settings) {
    this.settings = settings;
  }

  boolean isConfigured() {
    return settings.url().isPresent();
  }

  /**
   * Orders a waybill.
   *
   * @param key the same on every attempt
   * @param body the same bytes on every attempt
   * @throws CarrierTrouble if nobody knows what became of it
   */
  @CircuitBreaker(
      requestVolumeThreshold = VOLUME,
      failureRatio = RATIO,
      delay = REST_MILLIS,
      failOn = CarrierTrouble.class)
  public CarrierAnswer order(String key, String body) {
    return call(() -> api().order(key, body));
  }

  /**
   * Asks what is booked for an application.
   *
   * @throws CarrierTrouble if it does not say
   */
  public CarrierAnswer find(String applicationId) {
    return call(() -> api().find(applicationId));
  }

  private static CarrierAnswer call(Supplier<Response> request) {
    try (Response response = request.get()) {
      return CarrierAnswer.of(response);
    } catch (WebApplicationException e) {
      try (Response response = e.getResponse()) {
        return CarrierAnswer.of(response);
      }
    } catch (ProcessingException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new CarrierTrouble(
          "no answer from the carrier: " + cause.getClass().getSimpleName(), Duration.ZERO);
    }
  }

  private WaybillApi api() {
    WaybillApi present = api;
    if (present == null) {
      synchronized (this) {
        if (api == null) {
          api =
              QuarkusRestClientBuilder.newBuilder()
                  .baseUri(settings.url().orElseThrow())
                  .connectTimeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                  .readTimeout(settings.readTimeout().toMillis(), TimeUnit.MILLISECONDS)
                  .property("microprofile.rest.client.disable.default.mapper", true)
                  .build(WaybillApi.class);
        }
        present = api;
      }
    }
    return present;
  }
}
