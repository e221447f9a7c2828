package dev.uketsuke.carrier;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.RecordWaybill;
import dev.uketsuke.messaging.Delivery;
import dev.uketsuke.messaging.Destination;
import dev.uketsuke.messaging.OutboxMessage;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * Orders waybills from the carrier, DESIGN §3.7.
 *
 * <p>Guarantee: every attempt for an application carries the same key and the same bytes. When
 * nobody knows what the carrier did, it is asked before anything is ordered again; what it already
 * has is taken over. Rules out a parcel booked twice, and a booking that we know nothing of.
 */
@Singleton
class WaybillOrders implements Destination {

  private static final int PARALLEL = 8;

  private final CarrierCalls calls;
  private final WaybillNumbers numbers;
  private final RecordWaybill recordWaybill;

  WaybillOrders(CarrierCalls calls, WaybillNumbers numbers, RecordWaybill recordWaybill) {
    this.calls = calls;
    this.numbers = numbers;
    this.recordWaybill = recordWaybill;
  }

  @Override
  public String aggregateType() {
    return "waybill";
  }

  @Override
  public boolean isConfigured() {
    return calls.isConfigured();
  }

  @Override
  public int batchSize() {
    return 1;
  }

  @Override
  public int parallel() {
    return PARALLEL;
  }

  @Override
  public List<Delivery> deliver(List<OutboxMessage> messages) {
    return messages.stream().map(this::order).toList();
  }

  private Delivery order(OutboxMessage order) {
    try {
      CarrierAnswer answer = calls.order(order.id().toString(), order.payload());
      Optional<String> number =
          answer.isAccepted() ? numbers.ordered(answer.body()) : Optional.empty();
      if (number.isPresent()) {
        return booked(order, number.get());
      }
      if (answer.isRefused()) {
        return Delivery.refused("the carrier refused the order with " + answer.status());
      }
      String reason = "the carrier answered " + answer.status() + " without a usable number";
      return answer.saysLater()
          ? Delivery.failed("the carrier answered " + answer.status(), answer.retryAfter())
          : settle(order, reason, answer.retryAfter());
    } catch (CircuitBreakerOpenException open) {
      return Delivery.unavailable("the carrier is left alone for a moment, for it fails");
    } catch (CarrierTrouble.Unreached away) {
      return Delivery.unavailable(away.getMessage());
    } catch (CarrierTrouble unknown) {
      return settle(order, unknown.getMessage(), unknown.retryAfter());
    }
  }

  /** Asks for what may have been booked; if nothing was, or it does not say, tries again later. */
  private Delivery settle(OutboxMessage order, String reason, Duration retryAfter) {
    Optional<List<String>> found;
    try {
      CarrierAnswer answer = calls.find(order.aggregateId());
      found = answer.isAccepted() ? numbers.found(answer.body()) : Optional.empty();
    } catch (CarrierTrouble silent) {
      found = Optional.empty();
    }
    List<String> booked = found.orElse(List.of());
    return switch (booked.size()) {
      case 0 -> Delivery.failed(reason, retryAfter);
      case 1 -> booked(order, booked.get(0));
      default -> Delivery.refused("the carrier has several waybills for this application");
    };
  }

  private Delivery booked(OutboxMessage order, String number) {
    UUID applicationId = UUID.fromString(order.aggregateId());
    return Delivery.sent(
        connection -> recordWaybill.record(connection, applicationId, Actor.SYSTEM, number));
  }
}
