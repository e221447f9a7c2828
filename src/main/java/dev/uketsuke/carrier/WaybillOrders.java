package dev.uketsuke.carrier;

import dev.uketsuke.outbox.Delivery;
import dev.uketsuke.outbox.Destination;
import dev.uketsuke.outbox.OutboxMessage;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * Orders waybills from the carrier, contract §3.7.
 *
 * <p>Guarantee: every attempt for an application carries the same key and the same bytes. When
 * nobody knows what the carrier did, it is asked before anything is ordered again; what it already
 * has is taken over. What has been refunded is not ordered any more. Rules out a parcel booked
 * twice, a booking that we know nothing of, and one that nobody wants; a refund in the very moment
 * of the call remains possible, and reconciliation lists it.
 */
@Singleton
class WaybillOrders implements Destination {

  private static final int PARALLEL = 8;

  private final CarrierCalls calls;
  private final WaybillNumbers numbers;
  private final OrderedApplication application;

  WaybillOrders(CarrierCalls calls, WaybillNumbers numbers, OrderedApplication application) {
    this.calls = calls;
    this.numbers = numbers;
    this.application = application;
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

  /** One call to order, and one to ask what became of it. */
  @Override
  public Duration longest() {
    return calls.longest().multipliedBy(2);
  }

  /** It asks whether the order is still wanted. */
  @Override
  public int transactions() {
    return 1;
  }

  @Override
  public List<Delivery> deliver(List<OutboxMessage> messages) {
    return messages.stream().map(this::order).toList();
  }

  private Delivery order(OutboxMessage order) {
    Optional<String> objection = application.objection(order);
    if (objection.isPresent()) {
      return withdraw(order, objection.get());
    }
    try {
      CarrierAnswer answer = calls.order(order.id().toString(), order.payload());
      Optional<String> number =
          answer.isAccepted() ? numbers.ordered(answer.body()) : Optional.empty();
      if (number.isPresent()) {
        return application.booked(order, number.get());
      }
      if (answer.isRefused()) {
        return Delivery.refused("the carrier refused the order with " + answer.status());
      }
      if (answer.saysTooMany()) {
        return Delivery.unavailable("the carrier answered 429", answer.retryAfter());
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

  /** An earlier attempt may have booked something, and then we want to know of it. */
  private Delivery withdraw(OutboxMessage order, String objection) {
    if (order.first()) {
      return application.dropped(order, objection);
    }
    try {
      return find(order)
          .map(
              found ->
                  found.isEmpty() ? application.dropped(order, objection) : booked(order, found))
          .orElseGet(
              () -> Delivery.failed(objection + "; the carrier does not say what it has booked"));
    } catch (CarrierTrouble.Unreached away) {
      return Delivery.unavailable(away.getMessage());
    } catch (CarrierTrouble silent) {
      return Delivery.failed(objection + "; " + silent.getMessage(), silent.retryAfter());
    }
  }

  /** Asks for what may have been booked; if nothing was, or it does not say, tries again later. */
  private Delivery settle(OutboxMessage order, String reason, Duration retryAfter) {
    try {
      List<String> found = find(order).orElse(List.of());
      return found.isEmpty() ? Delivery.failed(reason, retryAfter) : booked(order, found);
    } catch (CarrierTrouble silent) {
      return Delivery.failed(reason, retryAfter);
    }
  }

  /** What the carrier has booked; empty if its answer does not say. */
  private Optional<List<String>> find(OutboxMessage order) {
    CarrierAnswer answer = calls.find(order.aggregateId());
    return answer.isAccepted() ? numbers.found(answer.body()) : Optional.empty();
  }

  private Delivery booked(OutboxMessage order, List<String> found) {
    return found.size() == 1
        ? application.booked(order, found.get(0))
        : Delivery.refused("the carrier has several waybills for this application");
  }
}
